import { unclearNumber } from '../../contract/paste/unparsed-line.ts';
import type { Identified, IdentifyInput, SpeciesOptions } from '../../contract/sale/catalogue.ts';
import { NORMAL_FORM, splitShiny } from '../../contract/sale/forms.ts';
import { orList } from '../../contract/shared/lists.ts';
import { didYouMean } from '../../contract/shared/suggestions.ts';
import { nameKey } from '../../contract/shared/text.ts';
import type { FieldError } from '../../contract/shared/validation.ts';
import { candidate, closestName } from '../../lib/closest-name.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { FormData, SpeciesData } from './catalogue.data.ts';
import type { CatalogueSource } from './catalogue.source.ts';
import { abilitiesOf, findForm, hiddenAbilityOf } from './forms.ts';

export interface ResolvedPokemon {
  species_id: number;
  name: string;
  form: string;
  ability: string;
}

/** `suggestion` is the name most similar to one that no pokemon has. */
export type Resolved<T> =
  | { ok: true; value: T }
  | { ok: false; errors: FieldError[]; suggestion?: string | undefined };

export interface PokemonInput {
  name: string;
  /** Without `Shiny`. Absent or blank means the base form. */
  form?: string | null;
  ability: string;
}

export interface ResolveOptions {
  /** The newest generation whose species, forms and abilities are allowed, 5–9: setting `catalogue_generation`. */
  generation: number;
  /** Variants of the species' sprites, which are allowed as forms too (docs/product.md "Records"). */
  extraForms?: readonly string[];
}

const tooNew = (what: string, { generation: its }: { generation: number }, newest: number): string =>
  `${what} was introduced in generation ${its}; pokemon up to generation ${newest} are accepted.`;

/** The species with that name up to a generation (5–9), or an error of `pokemon_name`. */
export function resolveSpecies(
  source: CatalogueSource,
  name: string,
  generation: number,
): Resolved<SpeciesData> {
  const found = source.findSpecies(name);
  if (found && found.generation <= generation) return { ok: true, value: found };
  const suggestion = found ? undefined : closestName(name, source.speciesNames(generation));
  const message = found
    ? tooNew(found.name, found, generation)
    : `There is no pokemon “${name}”.${didYouMean(suggestion)}`;
  return { ok: false, errors: [{ field: 'pokemon_name', message }], suggestion };
}

/**
 * The forms allowed at a generation, the base form first. A form that has a sprite on this site is allowed regardless
 * of its generation; a form known only from a sprite has the abilities of the base form.
 */
function formsOf({ forms }: SpeciesData, { generation, extraForms = [] }: ResolveOptions): FormData[] {
  const [base] = forms;
  if (!base) return [];
  const pictured = extraForms.map((variant) => splitShiny(variant).form);
  const picturedForms = pictured.map(
    (name) => findForm(forms, name) ?? { ...base, form: name, alias: undefined },
  );
  const allowed = forms.filter((form) => form.generation <= generation || picturedForms.includes(form));
  const extra = picturedForms.filter((form) => !forms.includes(form));
  return [...allowed, ...new Map(extra.map((form) => [nameKey(form.form), form])).values()];
}

function formError(
  species: SpeciesData,
  name: string,
  forms: readonly FormData[],
  generation: number,
): FieldError {
  const names = forms.map((form) => form.form);
  const newer = findForm(species.forms, name);
  const hint =
    names.length === 1
      ? ` It has only the form ${names[0]}.`
      : didYouMean(closestName(name, names.map(candidate)));
  const message = newer
    ? tooNew(`${species.name} (${newer.form})`, newer, generation)
    : `${species.name} has no form “${name}”.${hint}`;
  return { field: 'form', message };
}

function abilityError(
  source: CatalogueSource,
  name: string,
  owner: string,
  allowed: readonly string[],
): FieldError {
  const known = source.findAbility(name);
  const offer = `has ${orList(allowed)}.`;
  const message = known
    ? `${owner} cannot have ${known.name}; it ${offer}`
    : `There is no ability “${name}”; ${owner} ${offer}`;
  return { field: 'ability', message };
}

interface Matched {
  form: FormData | undefined;
  ability: string | undefined;
  /** For each of `form` and `ability` that does not exist, or is not legal in combination with the other. */
  errors: FieldError[];
}

/** The form and ability of a species with these names, matched by letters and digits. */
function match(
  source: CatalogueSource,
  species: SpeciesData,
  { form: formName, ability: abilityName }: Omit<PokemonInput, 'name'>,
  options: ResolveOptions,
): Matched {
  const forms = formsOf(species, options);
  const named = formName?.trim() || NORMAL_FORM;
  const form = findForm(forms, named);
  const possible = (form ? [form] : forms).flatMap((one) => abilitiesOf(one, options.generation));
  const abilityKey = nameKey(abilityName);
  const ability = possible.find((name) => nameKey(name) === abilityKey);

  const errors: FieldError[] = [];
  if (!form) errors.push(formError(species, named, forms, options.generation));
  if (!ability) {
    const owner = form && form.form !== NORMAL_FORM ? `${species.name} (${form.form})` : species.name;
    errors.push(abilityError(source, abilityName, owner, [...new Set(possible)]));
  }
  return { form, ability, errors };
}

/**
 * The pokemon in the catalogue's spelling, matched by letters and digits, ignoring case. Otherwise an error for each
 * of `pokemon_name`, `form` and `ability` that does not exist or is not legal in combination with the others; the
 * message suggests similar existing names (docs/product.md "Validation").
 */
export function resolvePokemon(
  source: CatalogueSource,
  input: PokemonInput,
  options: ResolveOptions,
): Resolved<ResolvedPokemon> {
  const species = resolveSpecies(source, input.name, options.generation);
  if (!species.ok) return species;
  const { id, name } = species.value;
  const { form, ability, errors } = match(source, species.value, input, options);
  if (form && ability) return { ok: true, value: { species_id: id, name, form: form.form, ability } };
  return { ok: false, errors };
}

interface WrittenForm {
  species: SpeciesData;
  form: string;
}

/** A text that names a species, and the rest of it, which names a form: `Rotom-Wash`, `Tauros-Paldea-Combat`. */
function splitForm(source: CatalogueSource, text: string): WrittenForm | undefined {
  for (let end = text.length; end > 0; end = text.slice(0, end).search(/[-\s][^-\s]*$/)) {
    const species = source.findSpecies(text.slice(0, end));
    if (species) return { species, form: text.slice(end + 1) };
  }
  return undefined;
}

/** Also those of later generations. */
const allForms = (species: SpeciesData, options: ResolveOptions): FormData[] => [
  ...species.forms,
  ...formsOf(species, options),
];

/** A form as written in a text, and numbers after a known form or none that belong to no form: `Wash 2025`. */
function splitNumbers(forms: readonly FormData[], text: string): { form: string; numbers?: string } {
  const [, form = '', numbers] = /^(.*?)\s*\b(\d+(?: \d+)*)$/.exec(text) ?? [];
  const isPart = findForm(forms, text) || (form !== '' && !findForm(forms, form));
  return numbers === undefined || isPart ? { form: text } : { form, numbers };
}

interface IdentifyOptions {
  generation: number;
  extraForms: (speciesId: number) => readonly string[];
}

/**
 * The index of the first name of a species up to a generation; if it names no form, of the first one that also names one
 * of its forms. -1 without one.
 */
function indexNamed(
  written: readonly (WrittenForm | undefined)[],
  { generation, extraForms }: IdentifyOptions,
): number {
  const first = written.findIndex((one) => one && one.species.generation <= generation);
  const { species, form } = written[first] ?? {};
  if (species === undefined || form !== '') return first;
  const forms = allForms(species, { generation, extraForms: extraForms(species.id) });
  const inForm = written.findIndex(
    (one) => one?.species === species && one.form !== '' && findForm(forms, one.form),
  );
  return inForm === -1 ? first : inForm;
}

/** A pokemon as people write it, in the catalogue's spelling. What the catalogue does not have is null. */
export function identifyPokemon(
  source: CatalogueSource,
  { names, ability: abilityName }: IdentifyInput['pokemon'][number],
  options: IdentifyOptions,
): Identified {
  const { generation } = options;
  const written = names.map((name) => splitForm(source, name));
  const named = indexNamed(written, options);
  const found = written[named];
  if (!found) {
    const unknown = resolveSpecies(source, written[0]?.species.name ?? names[0] ?? '', generation);
    const nothing = {
      named: null,
      pokemon_name: null,
      form: null,
      type: null,
      has_forms: false,
      ability: null,
    };
    if (unknown.ok) return { ...nothing, suggestion: null, errors: [] };
    return { ...nothing, suggestion: unknown.suggestion ?? null, errors: unknown.errors };
  }
  const { species } = found;
  const allowed = { generation, extraForms: options.extraForms(species.id) };
  const { form, numbers } = splitNumbers(allForms(species, allowed), found.form);
  const matched = match(source, species, { form, ability: abilityName ?? '' }, allowed);
  const shown = matched.form ?? formsOf(species, allowed)[0];
  return {
    named,
    pokemon_name: species.name,
    suggestion: null,
    form: matched.form?.form ?? null,
    type: shown?.type ?? null,
    has_forms: formsOf(species, allowed).length > 1,
    ability: matched.ability ?? null,
    errors: [
      ...(numbers === undefined ? [] : [{ field: 'form', message: unclearNumber(numbers) }]),
      ...matched.errors.filter(({ field }) => field !== 'ability' || abilityName !== undefined),
    ],
  };
}

/** The forms in which a species can be submitted, the base form first, each with its abilities. */
export const speciesOptions = (species: SpeciesData, options: ResolveOptions): SpeciesOptions => ({
  pokemon_id: species.id,
  pokemon_name: species.name,
  forms: formsOf(species, options).map((form) => ({
    form: form.form,
    type: form.type,
    abilities: abilitiesOf(form, options.generation),
    hidden_ability: hiddenAbilityOf(form, options.generation) ?? null,
  })),
});

export interface IdentifyDeps {
  market: {
    catalogueSource: CatalogueSource;
    names: { of(kind: 'item'): Promise<{ byName(name: string): { name: string } | undefined }> };
  };
  settings: Pick<SettingsService, 'generation'>;
  /** The forms that only sprites have, by species. */
  sprites: { variantsOf(speciesIds: number[]): Promise<Map<number, string[]>> };
}

/** Each pokemon, as written in a text, in the catalogue's spelling. */
export async function identify(
  { market: { catalogueSource, names }, settings, sprites }: IdentifyDeps,
  pokemon: IdentifyInput['pokemon'],
): Promise<Identified[]> {
  const texts = pokemon.flatMap(({ names }) => names);
  // Such as `Rotom-Wash`.
  const species = texts.flatMap((text) => splitForm(catalogueSource, text)?.species.id ?? []);
  const generation = await settings.generation();
  const variants = await sprites.variantsOf(species);
  const options = { generation, extraForms: (id: number) => variants.get(id) ?? [] };
  const found = pokemon.map((written) => identifyPokemon(catalogueSource, written, options));
  if (found.every(({ named }) => named !== null)) return found;
  const items = await names.of('item');
  return found.map((one, at) => {
    const written = one.named === null ? (pokemon[at]?.names ?? []) : [];
    const item = written.map((name) => items.byName(name)).find(Boolean)?.name;
    return item === undefined ? one : { ...one, item };
  });
}
