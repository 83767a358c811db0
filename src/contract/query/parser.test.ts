import { describe, expect, it } from 'vitest';
import type { SaleKind } from '../sale/kinds.ts';
import { LIMITS } from '../shared/limits.ts';
import { issueSentence, parseQuery } from './parser.ts';
import { printQuery } from './printer.ts';
import { corrected } from './query-error.ts';

const parsed = (query: string, kind: SaleKind = 'pokemon') => {
  const found = parseQuery(query, kind);
  return found.ok ? printQuery(found.ast) : issueSentence(found.issue);
};

describe('parses', () => {
  it.each<[query: string, meaning: string]>([
    // Fields and operators.
    ['pokemon = Garchomp', 'pokemon = Garchomp'],
    ['nature = adamant', 'nature = Adamant'],
    ['ability != Rough Skin', 'ability != Rough Skin'],
    ['form = Shiny Alola', 'form = Shiny Alola'],
    ['hidden_power = ICE', 'hidden_power = Ice'],
    ['price >= 1,500,000', 'price >= 1500000'],
    ['date <= 2026-03-12', 'date <= 2026-03-12'],
    ['hp_iv > 30', 'hp_iv > 30'],
    ['atk_iv < 1', 'atk_iv < 1'],
    ['def_iv = 31', 'def_iv = 31'],
    ['spatk_iv=0', 'spatk_iv = 0'],
    ['spdef_iv>=31', 'spdef_iv >= 31'],
    ['speed_iv<>31', 'speed_iv != 31'],
    ['pokemon LIKE %chomp%', 'pokemon LIKE %chomp%'],
    [`pokemon LIKE %${'x'.repeat(100)}%`, `pokemon LIKE %${'x'.repeat(100)}%`],
    // Lists, flags and relative days.
    ['perfect_ivs >= 5', 'perfect_ivs >= 5'],
    ['level = 100', 'level = 100'],
    ['submitted_by = ash', 'submitted_by = ash'],
    ['is shiny', 'is shiny'],
    ['is not shiny', 'is not shiny'],
    ['NOT is shiny', 'NOT is shiny'],
    ['shiny = true', 'is shiny'],
    ['SHINY != TRUE', 'is not shiny'],
    ['Has Proof', 'has proof'],
    ['has NO proof', 'has no proof'],
    ['proof = false', 'has no proof'],
    ['NOT has proof AND is shiny', 'NOT has proof AND is shiny'],
    ['date > today-90d', 'date > today-90d'],
    ['date > Today - 090 D', 'date > today-90d'],
    ['date = today', 'date = today'],
    ['pokemon IN (Garchomp, Mr. Mime)', 'pokemon IN (Garchomp, Mr. Mime)'],
    ['level not in(1,2)', 'level NOT IN (1, 2)'],
    ['pokemon Not  Like G%%', 'pokemon NOT LIKE G%'],
    ['nature LIKE %old', 'nature LIKE %old'],
    // Precedence, brackets, NOT.
    ['is shiny or level = 1 and level = 2', 'is shiny OR level = 1 AND level = 2'],
    ['(is shiny or level = 1) and level = 2', '(is shiny OR level = 1) AND level = 2'],
    ['((is shiny) and (level = 1 and (level = 2)))', 'is shiny AND level = 1 AND level = 2'],
    ['not is shiny and level = 1', 'NOT is shiny AND level = 1'],
    ['not (is shiny and level = 1)', 'NOT (is shiny AND level = 1)'],
    ['not(not(is shiny))', 'NOT NOT is shiny'],
    [
      'level=1AND level=2',
      'Another term starts at "level". Did you mean AND? (at character 12; expected AND or OR before it, or quotes around the value)',
    ],
    // Values.
    ['price = 1.5m', 'price = 1500000'],
    ['price = 2.000001 M', 'price = 2000001'],
    ['price = 10K', 'price = 10000'],
    ['price = 1b', 'price = 1000000000'],
    ['price = 1 500 000', 'price = 1500000'],
    ['price = "1_500"', 'price = 1500'],
    ['pokemon = "Garchomp"', 'pokemon = Garchomp'],
    [`pokemon = 'say ''hi'''`, `pokemon = say 'hi'`],
    ['pokemon = "say ""hi"""', 'pokemon = say "hi"'],
    [`pokemon = "'quoted' first"`, `pokemon = "'quoted' first"`],
    // As phones write them.
    ['ability = “Rough Skin” and price ≥ 1m', 'ability = Rough Skin AND price >= 1000000'],
    ['pokemon = „Rock and Roll“ and price ≤ 5', 'pokemon = "Rock and Roll" AND price <= 5'],
    ['pokemon ≠ ‘say ’’hi’’’', 'pokemon != say ’hi’'],
    ['pokemon = "“quoted” first"', 'pokemon = "“quoted” first"'],
    ["pokemon = Farfetch'd", "pokemon = Farfetch'd"],
    ['pokemon = "Rock and Roll"', 'pokemon = "Rock and Roll"'],
    ['pokemon = Sandslash or pokemon = Orbeetle', 'pokemon = Sandslash OR pokemon = Orbeetle'],
    ['pokemon = "a) b"', 'pokemon = "a) b"'],
    ['pokemon IN ("a, b", c and d)', 'pokemon IN ("a, b", c and d)'],
    ['pokemon IN (a, A, a)', 'pokemon IN (a, A)'],
    ['pokemon =   Mr.\n\tMime  ', 'pokemon = Mr. Mime'],
    ['pokemon = a = b', 'pokemon = a = b'],
    ['pokemon = 100% Pure_Water\\', 'pokemon = 100% Pure_Water\\'],
    ['pokemon = Nidoran♀', 'pokemon = Nidoran♀'],
    ['pokemon = Flabe\u0301be\u0301', 'pokemon = Flabébé'],
    [
      'pokemon = (a',
      'A value cannot start with ( (at character 11; expected IN for several values, or quotes around the value)',
    ],
  ])('%s', (query, meaning) => expect(parsed(query)).toBe(meaning));

  it('parses fields of items', () => {
    expect(parsed("item = King's Rock AND price < 10k", 'item')).toBe("item = King's Rock AND price < 10000");
  });
});

describe('rejects with a position', () => {
  it.each<[query: string, marked: string, message: RegExp]>([
    ['', '', /^The query is empty/],
    [' \n ', '', /^The query is empty/],
    ['natur = Bold', 'natur', /"natur" is not a field. Did you mean nature\?.*expected pokemon, price,/],
    ['prcie > 5', 'prcie', /Did you mean price\?/],
    ['constructor = 1', 'constructor', /is not a field \(/],
    ['__proto__ = 1', '__proto__', /is not a field \(/],
    ['item = x', 'item', /^item is a field of items; this query is for pokemon/],
    ['nature = Bolt', 'Bolt', /"Bolt" is not a valid nature. Did you mean Bold\?.*expected one of Hardy,/],
    ['nature IN (Bold, Bolt)', 'Bolt', /Did you mean Bold\?/],
    ['hidden_power = Fairy', 'Fairy', /is not a valid hidden_power/],
    ['hp_iv = 40', '40', /expected a whole number from 0 to 31/],
    ['hp_iv = -1', '-1', /expected a whole number from 0 to 31/],
    ['hp_iv = 3e1', '3e1', /whole number/],
    ['level = 0', '0', /from 1 to 100/],
    ['perfect_ivs > 7', '7', /from 0 to 6/],
    ['price = 1.5', '1.5', /expected a price/],
    ['price = 1.0000001m', '1.0000001m', /expected a price/],
    ['price = 1,50', '1,50', /expected a price/],
    ['price = 1.000', '1.000', /expected a price/],
    ['price = 1.500.000', '1.500.000', /expected a price/],
    ['price = 1,500.000', '1,500.000', /expected a price/],
    ['price IN (1,500,000)', '000', /expected a price/],
    ['price = cheap', 'cheap', /expected a price/],
    ['price < 1000000000000', '1000000000000', /from 0 to 999,999,999,999/],
    [`price < ${'9'.repeat(400)}`, '9'.repeat(400), /expected a price/],
    ['date = soon', 'soon', /expected a date like 2026-03-12, today or today-90d/],
    ['date = 2026-02-30', '2026-02-30', /is not a valid date/],
    ['date = today+1d', 'today+1d', /is not a valid date/],
    ['shiny = maybe', 'maybe', /expected true or false/],
    ['is', '', /^The query ends after is/],
    ['is level', 'level', /is not allowed after is/],
    ['pokemon', '', /^The query ends too early.*expected an operator: =, !=, LIKE/],
    ['pokemon Garchomp', 'Garchomp', /is not allowed here.*expected an operator/],
    ['nature NOT Bold', 'NOT', /is not allowed here. Did you mean !=\?/],
    ['pokemon contains chomp', 'contains', /is not allowed here \(/],
    ['price between 1m AND 2m', 'between', /is not allowed here \(/],
    ['pokemon =', '', /^The value of pokemon is missing/],
    ['pokemon = ""', '""', /^The value of pokemon is missing/],
    ['pokemon = OR is shiny', 'OR', /^The value of pokemon is missing/],
    ['price => 5', '=>', /"=>" is not an operator/],
    ['price ~ 5', '~', /is not an operator/],
    ['pokemon = "Gar', '"Gar', /^This quote is not closed/],
    ['pokemon = “Gar"', '“Gar"', /^This quote is not closed.*expected a closing ”/],
    ["pokemon = 'it''s", "'it''s", /^This quote is not closed/],
    ['pokemon = "a" b', 'b', /expected AND, OR or the end/],
    ['is proof', 'proof', /is not allowed after is. Did you mean has proof\?.*expected shiny/],
    ['has shiny', 'shiny', /is not allowed after has. Did you mean is shiny\?.*expected proof/],
    ['has', '', /The query ends after has/],
    ['is shiny is shiny', 'is', /expected AND, OR or the end/],
    ['pokemon = Garchomp nature = Bold', 'nature =', /^Another term starts at "nature"/],
    ['pokemon = Garchomp nature NOT IN (Bold)', 'nature NOT IN', /^Another term starts at "nature"/],
    ['pokemon = Garchomp has proof', 'has proof', /^Another term starts at "proof"/],
    ['pokemon = Garchomp Has No proof', 'Has No proof', /^Another term starts at "proof"/],
    ['pokemon = Garchomp is not shiny', 'is not shiny', /^Another term starts at "shiny"/],
    ['(is shiny', '', /expected AND, OR or \)/],
    ['is shiny)', ')', /expected AND, OR or the end/],
    ['()', ')', /expected a field, NOT or \(/],
    ['is shiny AND', '', /expected a field, NOT or \(/],
    ['AND is shiny', 'AND', /is not a field/],
    ['is shiny OR OR is shiny', 'OR', /is not a field/],
    ['level IN 5', '5', /expected \( and a list of values/],
    ['level IN ()', ')', /^The value of level is missing/],
    ['level IN (1,,2)', ',', /^The value of level is missing/],
    ['level IN (1, 2', '', /expected a comma or \)/],
    ['pokemon = a\u0000b', 'a\u0000b', /contains a character that is not allowed/],
    ['pokemon = \u202egnirts', '\u202egnirts', /contains a character that is not allowed/],
    ['pokemon = \ud800', '\ud800', /contains a character that is not allowed/],
    [`pokemon = ${'x'.repeat(101)}`, 'x'.repeat(101), /too long.*expected at most 100 characters/],
    ['\u{1f4a5}', '\u{1f4a5}', /is not allowed here/],
    ['nature > Bold', 'nature > Bold', /^The query has no valid term/],
    [
      'NOT (price LIKE 5 OR shiny > true)',
      'NOT (price LIKE 5 OR shiny > true)',
      /^The query has no valid term/,
    ],
  ])('%s', (query, marked, message) => {
    const found = parseQuery(query, 'pokemon');
    if (found.ok) throw new Error('The query was accepted.');
    const { from, to } = found.issue;
    expect(query.slice(from, to)).toBe(marked);
    expect(issueSentence(found.issue)).toMatch(message);
  });

  it('rejects a field of pokemon for items', () => {
    expect(parsed('nature = Bold', 'item')).toMatch(/^nature is a field of pokemon; this query is for items/);
    expect(parsed('is shiny', 'item')).toMatch(/^shiny is a field of pokemon; this query is for items/);
  });
});

/** The texts of a query as each of its errors is replaced by what was meant, until it is valid or nothing is. */
function corrections(query: string, kind: SaleKind): string[] {
  const found = parseQuery(query, kind);
  if (found.ok || !found.issue.meant) return [];
  const next = corrected(query, found.issue.meant);
  return [next, ...corrections(next, kind)];
}

describe('suggests what was meant', () => {
  it.each<[query: string, ...steps: string[]]>([
    // Fields by other names.
    ['hp = 31', 'hp_iv = 31'],
    ['iv_attack >= 30', 'atk_iv >= 30'],
    ['special attack = 31', 'spatk_iv = 31'],
    ['Sp. Def IN (30, 31)', 'spdef_iv IN (30, 31)'],
    ['hidden power = Fire', 'hidden_power = Fire'],
    ['name LIKE Gar%', 'pokemon LIKE Gar%'],
    ['level = 5 AND seller = ash', 'level = 5 AND submitted_by = ash'],
    ['pric < 5m', 'price < 5m'],
    ['size = 5'],
    // Flags.
    ['shiny', 'is shiny'],
    ['NOT is_shiny', 'NOT is shiny'],
    ['no proof AND level = 5', 'has no proof AND level = 5'],
    ['is not proof', 'has no proof'],
    ['proof = with', 'proof = true'],
    ['shiny = no', 'shiny = false'],
    ['shiny = constructor'],
    // Values without a field.
    ['garchomp', 'pokemon = garchomp'],
    ['(Mr. Mime OR fire)', '(pokemon = Mr. Mime OR fire)', '(pokemon = Mr. Mime OR hidden_power = fire)'],
    ['price < 5m AND adamant', 'price < 5m AND nature = adamant'],
    ['1.5m', 'price = 1.5m'],
    ['garchomp price < 5m', 'pokemon = garchomp AND price < 5m'],
    ['ditto is shiny', 'pokemon = ditto is shiny', 'pokemon = ditto AND is shiny'],
    ['AND is shiny'],
    // Operators.
    ['pokemon Garchomp', 'pokemon = Garchomp'],
    ['price => 5', 'price >= 5'],
    ['price == 5', 'price = 5'],
    ['level = 5 nature = Bold', 'level = 5 AND nature = Bold'],
    ['pokemon NOT Garchomp', 'pokemon != Garchomp'],
    ['ability is not Levitate', 'ability != Levitate'],
    ["nature isn't Bold", 'nature != Bold'],
    ['nature not = Bold', 'nature != Bold'],
    ['pokemon is Garchomp', 'pokemon = Garchomp'],
    ['level equals to 5', 'level = 5'],
    ['price is under 5m', 'price < 5m'],
    ['price at least 5m', 'price >= 5m'],
    ['date before 2026-01-01', 'date < 2026-01-01'],
    ['ability Isolated', 'ability = Isolated'],
    ['ability Overcoat', 'ability = Overcoat'],
    ['ability Nothing', 'ability = Nothing'],
    ['nature under Bold'],
    ['pokemon contains chomp'],
    ['price between 1m and 2m'],
    ['pokemon = Garchomp || nature = Jolly', 'pokemon = Garchomp OR nature = Jolly'],
    ['pokemon = Garchomp | is shiny', 'pokemon = Garchomp OR is shiny'],
    ['pokemon = Garchomp && nature = Jolly', 'pokemon = Garchomp AND nature = Jolly'],
    // Values.
    ['nature = Bolt', 'nature = Bold'],
    ['nature = Bold, Jolly', 'nature IN (Bold, Jolly)'],
    ['nature != Bold / Jolly', 'nature NOT IN (Bold, Jolly)'],
    ['nature = Bolt, Joly', 'nature IN (Bold, Jolly)'],
    ['nature = Bold, Happy'],
    ['NOT price = 1m-2m', 'NOT (price >= 1m AND price <= 2m)'],
    ['price = 1.5 - 5m', '(price >= 1.5m AND price <= 5m)'],
    ['hp_iv = 20 to 31', '(hp_iv >= 20 AND hp_iv <= 31)'],
    ['date = 2026-01-01 to yesterday', '(date >= 2026-01-01 AND date <= today-1d)'],
    ['price = 1m-2m-3m'],
    ['level = 5-500'],
    ['price = 1,5m', 'price = 1.5m'],
    ['price = 0,999k', 'price = 0.999k'],
    ['price < 1kk', 'price < 1m'],
    ['price < 2 million', 'price < 2m'],
    ['price < 1,5 mio', 'price < 1.5m'],
    ['price < 500k pd', 'price < 500k'],
    ['price < $500000', 'price < 500000'],
    ["price < 1'500'000", 'price < 1500000'],
    ['price = 1kk-2kk', '(price >= 1m AND price <= 2m)'],
    ['price < 1.500.000', 'price < 1500000'],
    ['date >= yesterday', 'date >= today-1d'],
    ['date >= 2 weeks ago', 'date >= today-2w'],
    ['date >= 1.3.2026', 'date >= 2026-03-01'],
    ['date >= 2026/3/1', 'date >= 2026-03-01'],
    ['date >= 31.2.2026'],
  ])('%s', (query, ...steps) => expect(corrections(query, 'pokemon')).toEqual(steps));

  it('of items', () => {
    expect(corrections('leftovers', 'item')).toEqual(['item = leftovers']);
    expect(corrections('name = Leftovers', 'item')).toEqual(['item = Leftovers']);
    expect(parsed('hp = 31', 'item')).toMatch(/^hp_iv is a field of pokemon; this query is for items/);
    expect(parsed('item_name = x')).toMatch(/^item is a field of items; this query is for pokemon/);
  });
});

describe('a term whose field does not support its operator', () => {
  it.each<[query: string, left: string, dropped: string[]]>([
    ['nature > Bold AND is shiny', 'is shiny', ['nature > Bold']],
    ['is shiny AND (nature > Bold OR price LIKE 5)', 'is shiny', ['nature > Bold', 'price LIKE 5']],
    ['NOT nature >= Bolt OR level = 1', 'level = 1', ['nature >= Bolt']],
    ['(pokemon < "a ) b" OR level = 1) AND is shiny', 'level = 1 AND is shiny', ['pokemon < "a ) b"']],
    ['shiny IN (true, false) AND level = 1', 'level = 1', ['shiny IN (true, false']],
    ['date LIKE 2026-% AND level = 1', 'level = 1', ['date LIKE 2026-%']],
  ])('is dropped from %s', (query, left, dropped) => {
    const found = parseQuery(query, 'pokemon');
    expect(parsed(query)).toBe(left);
    expect(found.dropped.map(({ text }) => text)).toEqual(dropped);
    for (const { text, from, to } of found.dropped) expect(query.slice(from, to)).toBe(text);
  });

  it('is reported with the supported operators', () => {
    expect(parseQuery('nature > Bold OR is shiny', 'pokemon').dropped).toMatchObject([
      { reason: 'nature does not support >, only =, !=, LIKE, NOT LIKE, IN, NOT IN' },
    ]);
  });
});

describe('limits', () => {
  const { length, terms, depth } = LIMITS.query;
  const levels = (count: number) => Array<string>(count).fill('level=1').join(' OR ');
  const nested = (count: number) => `${'('.repeat(count)}level=1${')'.repeat(count)}`;

  it.each([
    ['length', `${'level=1'.padEnd(length)}`, `${'level=1'.padEnd(length + 1)}`, /^The query is too long/],
    ['terms', levels(terms), levels(terms + 1), /^The query has too many terms/],
    ['depth', nested(depth), nested(depth + 1), /^Groups are nested too deeply/],
    [
      'depth of NOT',
      `${'NOT '.repeat(depth)}level=1`,
      `${'NOT '.repeat(depth + 1)}level=1`,
      /^Groups are nested too deeply/,
    ],
  ])('of %s', (_what, fits, exceeds, message) => {
    expect(parseQuery(fits, 'pokemon').ok).toBe(true);
    expect(parsed(exceeds)).toMatch(message);
  });

  it.each(['(level=1)', 'NOT level=1'])('of depth do not count %s side by side', (term) => {
    const terms = Array<string>(depth + 1).fill(term);
    expect(parseQuery(terms.join(' OR '), 'pokemon').ok).toBe(true);
  });
});
