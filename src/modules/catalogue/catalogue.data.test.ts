import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { buildCatalogue, packCatalogue } from '../../../scripts/generate-catalogue.ts';
import { zSpriteVariant } from '../../contract/admin/admin.ts';
import { zItemSubmission, zPokemonSubmission } from '../../contract/sale/sale.ts';
import { nameKey } from '../../contract/shared/text.ts';
import { CATALOGUE_FILE, unpackCatalogue } from './catalogue.data.ts';
import { findForm, hiddenAbilityOf } from './forms.ts';

const catalogue = buildCatalogue();
const speciesNamed = (name: string) => catalogue.species.find((species) => species.name === name);
const formsNamed = (name: string) => speciesNamed(name)?.forms.map((form) => form.form);
const upTo = (generation: number, rows: readonly { generation: number }[]) =>
  rows.filter((row) => row.generation <= generation).length;

const duplicates = (names: readonly string[]) => {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(nameKey(name)).size);
};

describe('the generated catalogue', () => {
  it('equals the committed file: run `npm run catalogue:generate` when this fails', () => {
    expect(catalogue).toEqual(unpackCatalogue(readFileSync(CATALOGUE_FILE)));
  });

  it('packs to the same bytes every time', () => {
    expect(packCatalogue(buildCatalogue()).equals(packCatalogue(catalogue))).toBe(true);
  });

  it('contains every species of the dex without gaps', () => {
    expect(upTo(5, catalogue.species)).toBe(649);
    expect(catalogue.species.map((species) => species.id)).toEqual(
      Array.from({ length: 1025 }, (_, i) => i + 1),
    );
  });

  it('contains the 164 abilities of generation 5 with unique numbers', () => {
    expect(upTo(5, catalogue.abilities)).toBe(164);
    expect(new Set(catalogue.abilities.map((ability) => ability.id)).size).toBe(catalogue.abilities.length);
    expect(catalogue.abilities.every((ability) => ability.id > 0)).toBe(true);
  });

  it('has forms whose names the variant of a sprite may have', () => {
    const names = catalogue.species.flatMap(({ forms }) => forms.map(({ form }) => form));
    expect(names.filter((name) => !zSpriteVariant('Variant').safeParse(name).success)).toEqual([]);
  });

  it('has names that submissions may have', () => {
    const { item_name } = zItemSubmission.shape;
    const { pokemon_name, ability, form } = zPokemonSubmission.shape;
    const refused = (schema: z.ZodType, names: readonly string[]) =>
      names.filter((name) => schema.safeParse(name).data !== name);
    const { species, abilities, items } = catalogue;
    const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
    expect(refused(item_name, names(items))).toEqual([]);
    expect(refused(pokemon_name, names(species))).toEqual([]);
    expect(refused(ability, names(abilities))).toEqual([]);
    const forms = species.flatMap((one) => one.forms.map((row) => row.form)).filter(Boolean);
    expect(refused(form, forms)).toEqual([]);
  });

  it('gives every form abilities that exist', () => {
    const known = new Set(catalogue.abilities.map((ability) => ability.name));
    for (const { name, forms } of catalogue.species) {
      for (const { form, abilities } of forms) {
        expect(abilities, `${name} ${form}`).not.toEqual([]);
        expect(
          abilities.filter((ability) => !known.has(ability.name)),
          `${name} ${form}`,
        ).toEqual([]);
      }
    }
  });

  it('knows the hidden ability of each form in each generation', () => {
    const hidden = (name: string, formName = '') => {
      const form = findForm(speciesNamed(name)?.forms ?? [], formName);
      return [5, 8, 9].map((generation) => form && hiddenAbilityOf(form, generation));
    };
    expect(hidden('Garchomp')).toEqual(['Rough Skin', 'Rough Skin', 'Rough Skin']);
    expect(hidden('Zapdos')).toEqual(['Lightning Rod', 'Static', 'Static']);
    expect(hidden('Piplup')).toEqual(['Defiant', 'Defiant', 'Competitive']);
    expect(hidden('Ninetales')).toEqual(['Drought', 'Drought', 'Drought']);
    // Newer than the generation: the one that it was introduced with.
    expect(hidden('Ninetales', 'Alola')).toEqual(['Snow Warning', 'Snow Warning', 'Snow Warning']);
    expect(hidden('Rotom')).toEqual([undefined, undefined, undefined]);
  });

  it('gives every form one of the eighteen types', () => {
    const types = catalogue.species.flatMap(({ forms }) => forms.map(({ type }) => type));
    expect(new Set(types).size).toBe(18);
    expect(speciesNamed('Vulpix')?.forms.map(({ form, type }) => [form, type])).toEqual([
      ['Normal', 'Fire'],
      ['Alola', 'Ice'],
    ]);
  });

  it('has no two names that differ only in case, accents or punctuation', () => {
    expect(duplicates(catalogue.species.map((species) => species.name))).toEqual([]);
    expect(duplicates(catalogue.abilities.map((ability) => ability.name))).toEqual([]);
    expect(duplicates(catalogue.items.map((item) => item.name))).toEqual([]);
    for (const { forms } of catalogue.species)
      expect(duplicates(forms.flatMap(({ form, alias }) => (alias ? [form, alias] : [form])))).toEqual([]);
  });

  it('lists the base form first, then the forms that can be traded', () => {
    expect(catalogue.species.every((species) => species.forms[0]?.form === 'Normal')).toBe(true);
    expect(formsNamed('Deoxys')).toEqual(['Normal', 'Attack', 'Defense', 'Speed']);
    expect(formsNamed('Vulpix')).toEqual(['Normal', 'Alola']);
    expect(formsNamed('Shellos')).toEqual(['Normal', 'East']);
    expect(formsNamed('Deerling')).toEqual(['Normal', 'Summer', 'Autumn', 'Winter']);
    expect(formsNamed('Unown')).toHaveLength(28);
  });

  it('excludes forms that exist only in battle', () => {
    expect(formsNamed('Charizard')).toEqual(['Normal']);
    expect(formsNamed('Kyogre')).toEqual(['Normal']);
    expect(formsNamed('Castform')).toEqual(['Normal']);
    expect(formsNamed('Raticate')).toEqual(['Normal', 'Alola']);
  });

  it('dates an ability by the generation that introduced it for the form', () => {
    expect(speciesNamed('Gengar')?.forms[0]?.abilities).toEqual([
      { name: 'Levitate', since: 5 },
      { name: 'Cursed Body', since: 7 },
    ]);
  });

  it('uses the sprite names of the sprite sites', () => {
    const sprites = (name: string) => speciesNamed(name)?.forms.map((form) => form.sprite);
    expect(sprites('Vulpix')).toEqual(['vulpix', 'vulpix-alola']);
    expect(sprites('Mr. Mime')).toEqual(['mrmime', 'mrmime-galar']);
    expect(sprites('Flabébé')?.[0]).toBe('flabebe');
  });

  it('contains held items and other bag items, but no invented or unreleased ones', () => {
    const item = (name: string) => catalogue.items.find((one) => one.name === name);
    expect(item("King's Rock")).toEqual({
      name: "King's Rock",
      generation: 2,
      category: 'evolution',
      sprite: 'kings-rock',
    });
    expect(item('Choice Band')?.category).toBe('held');
    expect(item('Master Ball')?.category).toBe('ball');
    expect(item('Rare Candy')?.category).toBe('training');
    expect(item('Sitrus Berry')?.category).toBe('berry');
    for (const absent of ['Vile Vial', 'Crucibellite', 'Zygardite', 'PRZ Cure Berry', 'TR00'])
      expect(item(absent)).toBeUndefined();
  });
});
