import { nameKey } from '../../contract/shared/text.ts';
import { type Candidate, candidate } from '../../lib/closest-name.ts';
import { catalogueFile, unpackCatalogue } from './catalogue.data.ts';
import { findForm, hiddenAbilityOf } from './forms.ts';

const byKey = <T extends { name: string }>(rows: readonly T[]) =>
  new Map(rows.map((row) => [nameKey(row.name), row]));

/** The rows up to a generation, with the keys of their names. */
function namesIn(rows: readonly { name: string; generation: number }[]) {
  const names = rows.map(({ name, generation }) => ({ ...candidate(name), generation }));
  return (generation: number): Candidate[] => names.filter((one) => one.generation <= generation);
}

/**
 * Species, forms and abilities in memory, looked up by what people type. They change only with a deployment, so each
 * process reads the committed file once, and a line of an import costs no query. Items can be added at run time, so
 * they are looked up in the database.
 */
export type CatalogueSource = ReturnType<typeof readCatalogue>;

/** Reads the committed catalogue. Call it once per process: it takes about 20 ms. */
export function readCatalogue() {
  const { species, abilities } = unpackCatalogue(catalogueFile().bytes);
  const speciesByName = byKey(species);
  const abilitiesByName = byKey(abilities);
  return {
    /** Sorted by dex number. */
    species,
    /** For suggestions. */
    speciesNames: namesIn(species),
    /** Sorted by name. */
    abilities: abilities.toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
    /** For searches. */
    abilityNames: namesIn(abilities),
    findSpecies: (name: string) => speciesByName.get(nameKey(name)),
    /** @param formName the base form by default */
    hiddenAbilityOf(generation: number, name: string, formName = ''): string | undefined {
      const form = findForm(speciesByName.get(nameKey(name))?.forms ?? [], formName);
      return form && hiddenAbilityOf(form, generation);
    },
    /** What the games call the normal form; undefined without a name. */
    normalFormOf: (name: string): string | undefined => speciesByName.get(nameKey(name))?.forms[0]?.alias,
    findAbility: (name: string) => abilitiesByName.get(nameKey(name)),
  };
}
