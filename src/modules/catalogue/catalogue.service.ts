import type { Identified, IdentifyInput, SpeciesOptions } from '../../contract/sale/catalogue.ts';
import type { SpeciesData } from './catalogue.data.ts';
import type { CatalogueSource } from './catalogue.source.ts';
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

interface Deps {
  catalogueSource: CatalogueSource;
}

/**
 * Which species, forms and abilities exist, and which combinations are legal. Returns errors as values, so
 * that the caller can report them together with its own. `generation` (5–9) is the setting `catalogue_generation`.
 */
export class CatalogueService {
  readonly #source: CatalogueSource;

  constructor({ catalogueSource }: Deps) {
    this.#source = catalogueSource;
  }

  resolveSpecies(name: string, generation: number): Resolved<SpeciesData> {
    return resolveSpecies(this.#source, name, generation);
  }

  /** The id of a species of any generation, or undefined for an unknown name. */
  speciesId(name: string): number | undefined {
    return this.#source.findSpecies(name)?.id;
  }

  /** See `resolvePokemon` in `pokemon.resolver.ts`; runs no query. */
  resolvePokemon(input: PokemonInput, options: ResolveOptions): Resolved<ResolvedPokemon> {
    return resolvePokemon(this.#source, input, options);
  }

  speciesOptions(name: string, options: ResolveOptions): Resolved<SpeciesOptions> {
    return speciesOptions(this.#source, name, options);
  }

  /** The ids of the species that texts such as `Rotom-Wash` name. */
  speciesIdsIn(texts: readonly string[]): number[] {
    return speciesIn(this.#source, texts).map(({ id }) => id);
  }

  /** See `identifyPokemon` in `pokemon.resolver.ts`; runs no query. */
  identify(
    written: IdentifyInput['pokemon'][number],
    options: { generation: number; extraForms: (speciesId: number) => readonly string[] },
  ): Identified {
    return identifyPokemon(this.#source, written, options);
  }

  /** The abilities up to a generation, sorted by name. */
  abilities(generation: number): { ability_id: number; ability_name: string }[] {
    return this.#source.abilities
      .filter((ability) => ability.generation <= generation)
      .map(({ id, name }) => ({ ability_id: id, ability_name: name }));
  }
}
