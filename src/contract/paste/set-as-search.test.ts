import { describe, expect, it } from 'vitest';
import { catalogueFile, unpackCatalogue } from '../../modules/catalogue/catalogue.data.ts';
import { catalogueVocabulary } from '../../testing/search/search-vocabulary.ts';
import { parseSearch } from '../search/parse-search.ts';
import { LIMITS } from '../shared/limits.ts';
import type { NamedSet } from './named-sets.ts';
import { setAsSearch } from './set-as-search.ts';

const vocabulary = catalogueVocabulary();
const { species } = unpackCatalogue(catalogueFile().bytes);

const SET: NamedSet = {
  line: 'Rotom-Wash',
  at: 0,
  name: 'Garchomp',
  isKnown: true,
  form: 'Normal',
  hasForms: false,
  fields: {},
  assumedIvs: false,
  notKept: [],
  notRead: [],
};

describe('a set as a search', () => {
  it('is short, and means the same', () => {
    const text = setAsSearch({
      ...SET,
      fields: {
        nature: 'Timid',
        ability: 'Rough Skin',
        level: 50,
        is_shiny: true,
        hidden_power: 'Fire',
        spread: { hp: 31, atk: null, def: 31, spatk: 30, spdef: 31, speed: 30 },
      },
    });
    expect(text).toBe('31/x/31/30/31/30 shiny Garchomp Timid Rough Skin lv 50 hp Fire');
    const { filters, ignored } = parseSearch(text, vocabulary, '2026-03-31');
    expect(ignored).toEqual([]);
    expect(filters).toEqual({
      ...{ name: 'Garchomp', exact: true, nature: 'Timid', ability: 'Rough Skin', is_shiny: true },
      ...{ min_level: 50, max_level: 50, hidden_power: 'Fire' },
      ...{ min_hp_iv: 31, max_hp_iv: 31, min_def_iv: 31, max_def_iv: 31, min_spatk_iv: 30, max_spatk_iv: 30 },
      ...{ min_spdef_iv: 31, max_spdef_iv: 31, min_speed_iv: 30, max_speed_iv: 30 },
    });
  });

  it('has a number of perfect IVs', () => {
    const text = setAsSearch({ ...SET, fields: { nature: 'Adamant', min_perfect_ivs: 5 } });
    expect(text).toBe('5x31 Garchomp Adamant');
    const { filters } = parseSearch(text, vocabulary, '2026-03-31');
    expect(filters).toMatchObject({ name: 'Garchomp', nature: 'Adamant', min_perfect_ivs: 5 });
  });

  it('keeps the name, form and ability of every pokemon of the catalogue', () => {
    const wrong: string[] = [];
    for (const { name, forms } of species)
      for (const { form, abilities } of forms) {
        const ability = abilities[0]?.name ?? '';
        const text = setAsSearch({ ...SET, name, form, fields: { ability, nature: 'Bold' } });
        const { filters, ignored } = parseSearch(text, vocabulary, '2026-03-31');
        const expected = { name, exact: true, ability, nature: 'Bold', ...(form !== 'Normal' && { form }) };
        const isSame = Object.entries(expected).every(([field, value]) => filters[field as 'name'] === value);
        if (!isSame || ignored.length > 0 || text.length > LIMITS.search.length)
          wrong.push(`${text}: ${JSON.stringify(filters)}`);
      }
    expect(wrong).toEqual([]);
  });
});
