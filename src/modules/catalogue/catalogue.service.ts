import type { Identified, IdentifyInput, SpeciesOptions } from '../../contract/sale/catalogue.ts';
import type { FieldError } from '../../contract/shared/validation.ts';
import type { RequestScope } from '../scope.ts';
import type { SpeciesData } from './catalogue.data.ts';
import type { CatalogueSource } from './catalogue.source.ts';
import type { ItemSource } from './item.entity.ts';
import { addItem, findItems, type KnownItem, resolveHeldItem, unknownItem } from './item.store.ts';
import {
  identifyPokemon,
  type PokemonInput,
  type Resolved,
  type ResolvedPokemon,
  type ResolveOptions,
  resolvePokemon,
  resolveSpecies,
  speciesIn,
  speciesOptions,
} from './pokemon.resolver.ts';

interface Deps extends RequestScope {
  catalogueSource: CatalogueSource;
}

/**
 * Which species, forms, abilities and items exist, and which combinations are legal. Returns errors as values, so
 * that the caller can report them together with its own. `generation` (5–9) is the setting `catalogue_generation`.
 */
export class CatalogueService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  resolveSpecies(name: string, generation: number): Resolved<SpeciesData> {
    return resolveSpecies(this.#deps.catalogueSource, name, generation);
  }

  /** The id of a species of any generation, or undefined for an unknown name. */
  speciesId(name: string): number | undefined {
    return this.#deps.catalogueSource.findSpecies(name)?.id;
  }

  /** See `resolvePokemon` in `pokemon.resolver.ts`; runs no query. */
  resolvePokemon(input: PokemonInput, options: ResolveOptions): Resolved<ResolvedPokemon> {
    return resolvePokemon(this.#deps.catalogueSource, input, options);
  }

  speciesOptions(name: string, options: ResolveOptions): Resolved<SpeciesOptions> {
    return speciesOptions(this.#deps.catalogueSource, name, options);
  }

  /** The ids of the species that texts such as `Rotom-Wash` name. */
  speciesIdsIn(texts: readonly string[]): number[] {
    return speciesIn(this.#deps.catalogueSource, texts).map(({ id }) => id);
  }

  /** See `identifyPokemon` in `pokemon.resolver.ts`; runs no query. */
  identify(
    written: IdentifyInput['pokemon'][number],
    options: { generation: number; extraForms: (speciesId: number) => readonly string[] },
  ): Identified {
    return identifyPokemon(this.#deps.catalogueSource, written, options);
  }

  /** The abilities up to a generation, sorted by name. */
  abilities(generation: number): { ability_id: number; ability_name: string }[] {
    return this.#deps.catalogueSource.abilities
      .filter((ability) => ability.generation <= generation)
      .map(({ id, name }) => ({ ability_id: id, ability_name: name }));
  }

  /** The existing items by requested name, in one query. */
  findItems(names: readonly string[]): Promise<Map<string, KnownItem>> {
    return findItems(this.#deps.em, names);
  }

  /** The item with that name, created if it does not exist. */
  addItem(name: string, source: ItemSource): Promise<KnownItem> {
    return addItem(this.#deps.em, name, source);
  }

  /** An error of the field: no such item, with the most similar name as a suggestion. */
  unknownItem(field: string, name: string): Promise<FieldError> {
    return unknownItem(this.#deps.em, field, name);
  }

  /** A held item must be in the catalogue; otherwise an error that suggests the most similar name. */
  resolveHeldItem(name: string): Promise<Resolved<KnownItem>> {
    return resolveHeldItem(this.#deps.em, name);
  }
}
