import { describe, expect, it } from 'vitest';
import type { SpeciesData } from './catalogue.data.ts';
import { readCatalogue } from './catalogue.source.ts';
import {
  type PokemonInput,
  type ResolveOptions,
  resolvePokemon,
  speciesOptions,
} from './pokemon.resolver.ts';

const source = readCatalogue();

const resolve = (input: PokemonInput, options: Partial<ResolveOptions> = {}) =>
  resolvePokemon(source, input, { generation: 5, ...options });

function errorsOf(input: PokemonInput, options: Partial<ResolveOptions> = {}) {
  const resolved = resolve(input, options);
  return resolved.ok ? [] : resolved.errors.map(({ field, message }) => `${field}: ${message}`);
}

describe('resolvePokemon', () => {
  it.each([
    [
      { name: 'gARCHOMP', ability: 'rough skin' },
      { species_id: 445, name: 'Garchomp', form: 'Normal', ability: 'Rough Skin' },
    ],
    [
      { name: 'deoxys', form: 'ATTACK', ability: 'Pressure' },
      { species_id: 386, name: 'Deoxys', form: 'Attack', ability: 'Pressure' },
    ],
    [
      { name: 'Shellos', form: 'West', ability: 'Storm Drain' },
      { species_id: 422, name: 'Shellos', form: 'Normal', ability: 'Storm Drain' },
    ],
    [
      { name: 'mr mime', form: ' ', ability: 'filter' },
      { species_id: 122, name: 'Mr. Mime', form: 'Normal', ability: 'Filter' },
    ],
  ])('returns %o in the spelling of the catalogue', (input, pokemon) => {
    expect(resolve(input)).toEqual({ ok: true, value: pokemon });
  });

  it('suggests the most similar species', () => {
    expect(errorsOf({ name: 'Garchmp', ability: 'Rough Skin' })).toEqual([
      'pokemon_name: There is no pokemon “Garchmp”. Did you mean Garchomp?',
    ]);
  });

  it('suggests the most similar form, or names the only one', () => {
    expect(errorsOf({ name: 'Deoxys', form: 'Atack', ability: 'Pressure' })).toEqual([
      'form: Deoxys has no form “Atack”. Did you mean Attack?',
    ]);
    expect(errorsOf({ name: 'Garchomp', form: 'Alola', ability: 'Sand Veil' })).toEqual([
      'form: Garchomp has no form “Alola”. It has only the form Normal.',
    ]);
  });

  it('lists the abilities of the form', () => {
    expect(errorsOf({ name: 'Garchomp', ability: 'levitate' })).toEqual([
      'ability: Garchomp cannot have Levitate; it has Sand Veil or Rough Skin.',
    ]);
    expect(errorsOf({ name: 'Garchomp', ability: 'Ruogh Skin' })).toEqual([
      'ability: There is no ability “Ruogh Skin”; Garchomp has Sand Veil or Rough Skin.',
    ]);
    expect(errorsOf({ name: 'Vulpix', form: 'Alola', ability: 'Drought' }, { generation: 7 })).toEqual([
      'ability: Vulpix (Alola) cannot have Drought; it has Snow Cloak or Snow Warning.',
    ]);
  });

  it('reports a bad form and a bad ability together', () => {
    expect(errorsOf({ name: 'Deoxys', form: 'Atack', ability: 'Levitate' })).toEqual([
      'form: Deoxys has no form “Atack”. Did you mean Attack?',
      'ability: Deoxys cannot have Levitate; it has Pressure.',
    ]);
  });

  it('applies the configured generation', () => {
    expect(errorsOf({ name: 'Gengar', ability: 'Cursed Body' }, { generation: 6 })).toEqual([
      'ability: Gengar cannot have Cursed Body; it has Levitate.',
    ]);
    for (const ability of ['Levitate', 'Cursed Body'])
      expect(errorsOf({ name: 'Gengar', ability }, { generation: 7 })).toEqual([]);
    expect(errorsOf({ name: 'sylveon', ability: 'Pixilate' })).toEqual([
      'pokemon_name: Sylveon was introduced in generation 6; pokemon up to generation 5 are accepted.',
    ]);
    expect(errorsOf({ name: 'Sylveon', ability: 'Pixilate' }, { generation: 6 })).toEqual([]);
    expect(errorsOf({ name: 'Vulpix', form: 'alola', ability: 'Flash Fire' })).toEqual([
      'form: Vulpix (Alola) was introduced in generation 7; pokemon up to generation 5 are accepted.',
    ]);
  });

  it('accepts the variants of sprites as forms', () => {
    const extraForms = ['Normal', 'Shiny', 'Halloween', 'Shiny Halloween', 'Alola'];
    expect(resolve({ name: 'Vulpix', form: 'halloween', ability: 'Drought' }, { extraForms })).toEqual({
      ok: true,
      value: { species_id: 37, name: 'Vulpix', form: 'Halloween', ability: 'Drought' },
    });
    expect(errorsOf({ name: 'Vulpix', form: 'Alola', ability: 'Snow Cloak' }, { extraForms })).toEqual([]);
    expect(errorsOf({ name: 'Vulpix', form: 'Shiny', ability: 'Drought' }, { extraForms })).toHaveLength(1);
  });

  it.each(['', '%', "'; drop table species; --", '💰', 'x'.repeat(100), '__proto__', 'constructor'])(
    'returns an error for %j',
    (text) => {
      expect(errorsOf({ name: text, ability: 'Levitate' })).toHaveLength(1);
      expect(errorsOf({ name: 'Gengar', ability: text })).toHaveLength(1);
    },
  );
});

describe('speciesOptions', () => {
  const VULPIX = source.findSpecies('vulpix') as SpeciesData;

  it('offers the forms of a species with their abilities', () => {
    expect(speciesOptions(VULPIX, { generation: 5 })).toEqual({
      pokemon_id: 37,
      pokemon_name: 'Vulpix',
      forms: [
        { form: 'Normal', type: 'Fire', abilities: ['Flash Fire', 'Drought'], hidden_ability: 'Drought' },
      ],
    });
  });

  it('adds later forms with the generation, and each sprite variant once', () => {
    const forms = (options: ResolveOptions) => speciesOptions(VULPIX, options).forms.map(({ form }) => form);
    expect(forms({ generation: 7 })).toEqual(['Normal', 'Alola']);
    expect(forms({ generation: 5, extraForms: ['Shiny', 'Xmas', 'xmas', 'Shiny Xmas'] })).toHaveLength(2);
  });
});
