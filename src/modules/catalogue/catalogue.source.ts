import { nameKey } from '../../contract/shared/text.ts';
import { type Candidate, candidate } from '../../lib/closest-name.ts';
import { type AbilityData, catalogueFile, type SpeciesData, unpackCatalogue } from './catalogue.data.ts';

/**
 * Species, forms and abilities in memory, looked up by what people type. They change only with a deployment, so each
 * process reads the committed file once, and a line of an import costs no query. Items can be added at run time, so
 * they are looked up in the database.
 */
export interface CatalogueSource {
  /** Sorted by dex number. */
  species: readonly SpeciesData[];
  /** Names of the species up to a generation, for suggestions. */
  speciesNames(generation: number): Iterable<Candidate>;
  /** Sorted by name. */
  abilities: readonly AbilityData[];
  /** Names of the abilities up to a generation, for searches. */
  abilityNames(generation: number): Candidate[];
  findSpecies(name: string): SpeciesData | undefined;
  findAbility(name: string): AbilityData | undefined;
}

const byKey = <T extends { name: string }>(rows: readonly T[]) =>
  new Map(rows.map((row) => [nameKey(row.name), row]));

/** Reads the committed catalogue. Call it once per process: it takes about 20 ms. */
export function readCatalogue(): CatalogueSource {
  const { species, abilities } = unpackCatalogue(catalogueFile().bytes);
  const speciesByName = byKey(species);
  const names = species.map((one) => ({ ...candidate(one.name), generation: one.generation }));
  const abilityNames = abilities.map((one) => ({ ...candidate(one.name), generation: one.generation }));
  const abilitiesByName = byKey(abilities);
  return {
    species,
    speciesNames: (generation) => names.filter((one) => one.generation <= generation),
    abilities: abilities.toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
    abilityNames: (generation) => abilityNames.filter((one) => one.generation <= generation),
    findSpecies: (name) => speciesByName.get(nameKey(name)),
    findAbility: (name) => abilitiesByName.get(nameKey(name)),
  };
}
