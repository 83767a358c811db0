import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildCatalogue, packCatalogue } from '../../../scripts/catalogue/pack.ts';
import { looseKey } from '../../lib/closest-name.ts';
import { CATALOGUE_FILE, unpackCatalogue } from './catalogue.data.ts';

const catalogue = buildCatalogue();
const speciesNamed = (name: string) => catalogue.species.find((species) => species.name === name);
const formsNamed = (name: string) => speciesNamed(name)?.forms.map((form) => form.form);
const upTo = (generation: number, rows: readonly { generation: number }[]) =>
  rows.filter((row) => row.generation <= generation).length;

const twice = (names: readonly string[]) => {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(looseKey(name)).size);
};

describe('the generated catalogue', () => {
  it('is the committed one: run `npm run catalogue:generate` when this fails', () => {
    expect(catalogue).toEqual(unpackCatalogue(readFileSync(CATALOGUE_FILE)));
  });

  it('packs to the same bytes every time', () => {
    expect(packCatalogue(buildCatalogue()).equals(packCatalogue(catalogue))).toBe(true);
  });

  it('has every species of the dex, without a gap', () => {
    expect(upTo(5, catalogue.species)).toBe(649);
    expect(catalogue.species.map((species) => species.id)).toEqual(
      Array.from({ length: 1025 }, (_, i) => i + 1),
    );
  });

  it('has the 164 abilities of generation 5 and numbers each once', () => {
    expect(upTo(5, catalogue.abilities)).toBe(164);
    expect(new Set(catalogue.abilities.map((ability) => ability.id)).size).toBe(catalogue.abilities.length);
    expect(catalogue.abilities.every((ability) => ability.id > 0)).toBe(true);
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

  it('has no two names that only case, accents or signs tell apart', () => {
    expect(twice(catalogue.species.map((species) => species.name))).toEqual([]);
    expect(twice(catalogue.abilities.map((ability) => ability.name))).toEqual([]);
    expect(twice(catalogue.items.map((item) => item.name))).toEqual([]);
    for (const { forms } of catalogue.species)
      expect(twice(forms.flatMap(({ form, alias }) => (alias ? [form, alias] : [form])))).toEqual([]);
  });

  it('has the base form first and the forms that can be traded', () => {
    expect(catalogue.species.every((species) => species.forms[0]?.form === 'Normal')).toBe(true);
    expect(formsNamed('Deoxys')).toEqual(['Normal', 'Attack', 'Defense', 'Speed']);
    expect(formsNamed('Vulpix')).toEqual(['Normal', 'Alola']);
    expect(formsNamed('Shellos')).toEqual(['Normal', 'East']);
    expect(formsNamed('Deerling')).toEqual(['Normal', 'Summer', 'Autumn', 'Winter']);
    expect(formsNamed('Unown')).toHaveLength(28);
  });

  it('leaves out forms that exist in a battle alone', () => {
    expect(formsNamed('Charizard')).toEqual(['Normal']);
    expect(formsNamed('Kyogre')).toEqual(['Normal']);
    expect(formsNamed('Castform')).toEqual(['Normal']);
    expect(formsNamed('Raticate')).toEqual(['Normal', 'Alola']);
  });

  it('dates an ability by the generation whose games gave it', () => {
    expect(speciesNamed('Gengar')?.forms[0]?.abilities).toEqual([
      { name: 'Levitate', since: 5 },
      { name: 'Cursed Body', since: 7 },
    ]);
  });

  it('names sprites as the sprite sites do', () => {
    const sprites = (name: string) => speciesNamed(name)?.forms.map((form) => form.sprite);
    expect(sprites('Vulpix')).toEqual(['vulpix', 'vulpix-alola']);
    expect(sprites('Mr. Mime')).toEqual(['mrmime', 'mrmime-galar']);
    expect(sprites('Flabébé')?.[0]).toBe('flabebe');
  });

  it('has held items and things of the bag, and nothing invented or unreleased', () => {
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
