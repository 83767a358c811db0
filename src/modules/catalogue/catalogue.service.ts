import type { SpeciesOptions } from '../../contract/catalogue.ts';
import type { Fault } from '../../contract/validation.ts';
import type { Scope } from '../scope.ts';
import type { SpeciesData } from './catalogue.data.ts';
import type { ItemSource } from './item.entity.ts';
import { addItem, findItems, type KnownItem, resolveHeldItem, unknownItem } from './item.store.ts';
import {
  type PokemonInput,
  type Resolved,
  type ResolvedPokemon,
  type ResolveOptions,
  resolvePokemon,
  resolveSpecies,
  speciesOptions,
} from './pokemon.resolver.ts';

/**
 * What exists and what is legal together. Answers faults as values, for the caller to gather with its own.
 * `generation` (5–9) is the setting `catalogue_generation` throughout.
 */
export class CatalogueService {
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  resolveSpecies(name: string, generation: number): Resolved<SpeciesData> {
    return resolveSpecies(this.#scope.catalogue, name, generation);
  }

  /** See `resolvePokemon` in `pokemon.resolver.ts`; no query. */
  resolvePokemon(input: PokemonInput, options: ResolveOptions): Resolved<ResolvedPokemon> {
    return resolvePokemon(this.#scope.catalogue, input, options);
  }

  speciesOptions(name: string, options: ResolveOptions): Resolved<SpeciesOptions> {
    return speciesOptions(this.#scope.catalogue, name, options);
  }

  /** The abilities up to a generation, by name. */
  abilities(generation: number): { ability_id: number; ability_name: string }[] {
    return this.#scope.catalogue.abilities
      .filter((ability) => ability.generation <= generation)
      .map(({ id, name }) => ({ ability_id: id, ability_name: name }));
  }

  /** The known ones of these names by the name that was asked, in one query. */
  findItems(names: readonly string[]): Promise<Map<string, KnownItem>> {
    return findItems(this.#scope.em, names);
  }

  /** The item of that name, made when there is none. */
  addItem(name: string, source: ItemSource): Promise<KnownItem> {
    return addItem(this.#scope.em, name, source);
  }

  /** That there is no item of this name, as a fault of that field; it names the nearest one. */
  unknownItem(field: string, name: string): Promise<Fault> {
    return unknownItem(this.#scope.em, field, name);
  }

  /** A held item must be in the catalogue; the fault names the nearest one. */
  resolveHeldItem(name: string): Promise<Resolved<KnownItem>> {
    return resolveHeldItem(this.#scope.em, name);
  }
}
