import { beforeAll, describe, expect, it } from 'vitest';
import { itemSubmission, makeSale, pokemonSubmission } from '../testing/accounts/factories.ts';
import { testAccount } from '../testing/accounts/test-account.ts';
import { type Answer, type Call, call } from '../testing/clients/rest-client.ts';
import { testServer } from '../testing/run/server.ts';

const server = testServer();

const user = testAccount(server);
const admin = testAccount(server, 'admin');
const pending = { items: 0, pokemon: 0 };

beforeAll(async () => {
  pending.items = await makeSale(server, { by: user });
  pending.pokemon = await makeSale(server, { kind: 'pokemon', by: user });
});

const TABLES = [
  'account',
  'sale',
  'sale_event',
  'item',
  'setting',
  'idempotency_key',
  'outbox',
  'audit_event',
];

/** Everything that a call could have written, as one text: row counts, and the contents of the sales. */
const stored = async () =>
  server.sql(
    `select ${TABLES.map((table) => `(select count(*) from "${table}") as "${table}"`).join(', ')},
     (select md5(string_agg(sale::text, ',' order by sale_id)) from sale) as sales`,
  );

/** Calls, and expects a 400 with exactly these sentences and no change to the data. Returns the sentences by field. */
async function expectRefusal(request: () => Promise<Answer>, ...details: (string | RegExp)[]) {
  const before = await stored();
  const { status, body: whole, headers } = await request();
  // Only that of an address that cannot be read has a reason, and is about no field.
  const { reason, fields, ...body } = whole;
  expect({ status, body }).toEqual({
    status: 400,
    body: {
      error: expect.any(String),
      code: 'BAD_REQUEST',
      details: details.map((sentence) =>
        typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
      ),
      request_id: headers.get('x-request-id'),
    },
  });
  expect(body.error).toBe(body.details.join(', ').replaceAll('., ', ', '));
  expect(reason ? body.details : Object.values(fields)).toEqual(body.details);
  expect(await stored()).toEqual(before);
  return fields;
}

const PRICE = 'Price must be a positive number';
const DIGITS = 'Price must be a number in digits, without quotes, separators or units, such as 1500000';
const WHOLE = 'Price must be a whole number of Pokedollars';
const HIGHEST = 'Price can be at most 999,999,999,999';
const DATE = 'Date sold must be a date like 2026-03-12';
const PROOF = 'Proof URL must be a web address that starts with http:// or https://';
const FUTURE = '2999-01-01';
const LATE = /^Date sold cannot be after today, \d+ \w{3} \d{4} UTC$/;
const strange = (what: string) => `${what} contains a character that is not allowed`;

type Row = [field: string, value: unknown, sentence: string | RegExp];

const BOTH: Row[] = [
  ...[0, -1, 'abc', true, [], {}].map((price): Row => ['price', price, PRICE]),
  ...['', ' ', null, undefined].map((price): Row => ['price', price, 'Price is required']),
  ...['1000', '1,000', '1 000 000', '5k', '1e5', '100 PD'].map((price): Row => ['price', price, DIGITS]),
  ['price', 1.5, WHOLE],
  ['price', 1e12, HIGHEST],
  ['price', 2 ** 53, HIGHEST],
  ['price', 1e300, HIGHEST],
];
const SUBMISSION: Row[] = [
  ['date_sold', FUTURE, LATE],
  ...['2026-02-30', '2026-13-01', '12.03.2026', 20260312].map((date): Row => ['date_sold', date, DATE]),
  ...['', null, undefined].map((date): Row => ['date_sold', date, 'Date sold is required']),
  ...['1899-12-31', '0001-01-01'].map(
    (date): Row => ['date_sold', date, 'Date sold cannot be before 1900-01-01'],
  ),
  ...[
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    'ftp://x.example',
    '//x.example',
    'https:x.example',
    'not an address',
  ].map((url): Row => ['proof_url', url, PROOF]),
  ['proof_url', `https://x.example/${'a'.repeat(2048)}`, 'Proof URL can be at most 2048 characters long'],
  ['proof_url', 'https://', 'Proof URL must have a valid host name and, if any, a port up to 65535'],
  ['proof_url', 'https://x.example/"onclick="', 'Proof URL must not contain ", <, > or \\'],
  ['proof_url', 'http://a b.example', 'Proof URL must not contain spaces'],
  ['proof_url', 5, 'Proof URL must be text'],
];
const ITEM: Row[] = [
  ['item_name', undefined, 'Item name is required'],
  ['item_name', '   ', 'Item name is required'],
  ['item_name', 7, 'Item name must be text'],
  ['item_name', 'x'.repeat(101), 'Item name can be at most 100 characters long'],
  ...[
    'Ball \u{1f600}',
    'Ball\u202e',
    'Ball\u200b',
    'Ball\u3164',
    `Ball${'\u0301'.repeat(6)}`,
    'Ball\u{e0100}',
    'Ball\u0000',
    'Ball\ud800',
    '\u{1f1e9}\u{1f1ea}',
  ].map((name): Row => ['item_name', name, strange('Item name')]),
  ['pokemon_name', 'Garchomp', 'Unknown field: pokemon_name'],
  ['constructor', 1, 'Unknown field: constructor'],
];
const POKEMON: Row[] = [
  ['pokemon_name', 'Garchmop', 'There is no pokemon “Garchmop”. Did you mean Garchomp?'],
  ['pokemon_name', "'; drop table sale; --", /^There is no pokemon/],
  ['pokemon_name', 'Gar%', /^There is no pokemon/],
  ['pokemon_name', 'Garchomp\u202e', strange('Pokemon name')],
  ['ability', 'Levitate', /^Garchomp cannot have Levitate; it has Sand Veil or Rough Skin\.$/],
  ['ability', 'Nonsense', /^There is no ability “Nonsense”; Garchomp has/],
  ['form', 'Alola', 'Garchomp has no form “Alola”. It has only the form Normal.'],
  ['nature', 'Grumpy', /^Nature must be one of Hardy/],
  ['nature', null, 'Nature is required for Pokemon submissions'],
  ['nature', ' ', 'Nature is required for Pokemon submissions'],
  ['nature', 'Adamnt', '"Adamnt" is not a valid nature. Did you mean Adamant?'],
  ['level', 0, 'Level must be a whole number from 1 to 100'],
  ['level', 101, 'Level must be a whole number from 1 to 100'],
  ['level', '50', 'Level must be a whole number from 1 to 100, without quotes'],
  ['level', 'high', 'Level must be a whole number from 1 to 100'],
  ['is_shiny', 'false', 'is_shiny must be true or false, without quotes'],
  ['is_shiny', 'yes', 'is_shiny must be true or false'],
  ['held_item', 5, 'Held item must be text'],
  ['held_item', 'Choice Bond', 'There is no item “Choice Bond”. Did you mean Choice Band?'],
  ...[32, -1, 1.5, null].map((iv): Row => ['iv_speed', iv, 'Spe IV must be a whole number from 0 to 31']),
  ['iv_speed', '31', 'Spe IV must be a whole number from 0 to 31, without quotes'],
  ['iv_spatk', 31, 'Unknown field: iv_spatk. Did you mean iv_sp_attack?'],
];
const REQUIRED: Row[] = [
  ['iv_hp', undefined, 'HP IV is required'],
  ['ability', undefined, 'Ability is required for Pokemon submissions'],
  ['form', undefined, 'Form is required'],
];

/** How a value is shown in a test title. */
const named = (rows: Row[]) =>
  rows.map((row) => [row[0], JSON.stringify(row[1])?.slice(0, 40) ?? 'left out', row] as const);
/** An edit may omit any field, so only present fields can be wrong. */
const present = (rows: Row[]) => rows.filter(([, value]) => value !== undefined);

describe.each([
  ['items', itemSubmission, [...BOTH, ...SUBMISSION, ...ITEM], present([...BOTH, ...ITEM])],
  [
    'pokemon',
    pokemonSubmission,
    [...BOTH, ...SUBMISSION, ...POKEMON, ...REQUIRED],
    present([...BOTH, ...POKEMON]),
  ],
] as const)('%s', (path, submission, submissions, edits) => {
  it.each(named([...submissions]))(
    'refuses a submission with %s %s',
    async (_f, _v, [field, value, sentence]) => {
      const body = submission({ [field]: value });
      const fields = await expectRefusal(
        () => call(server, 'POST', `/${path}/submit`, { token: user.token, body }),
        sentence,
      );
      expect(Object.keys(fields)).toEqual([field]);
    },
  );

  it.each(named([...edits]))('refuses an edit with %s %s', async (_f, _v, [field, value, sentence]) => {
    const request = { token: admin.token, body: { price: 7, [field]: value } };
    const send = () => call(server, 'PATCH', `/${path}/${pending[path]}`, request);
    expect(Object.keys(await expectRefusal(send, sentence))).toEqual([field]);
  });
});

it('reports all errors of a submission at once, one sentence per field', () =>
  expectRefusal(
    () =>
      call(server, 'POST', '/pokemon/submit', {
        token: user.token,
        body: { price: 0, date_sold: '2026-02-30', iv_hp: 32, wings: 2 },
      }),
    'Pokemon name is required',
    PRICE,
    DATE,
    'Nature is required for Pokemon submissions',
    'Ability is required for Pokemon submissions',
    'Form is required',
    'HP IV must be a whole number from 0 to 31',
    ...['Atk', 'Def', 'SpA', 'SpD', 'Spe'].map((stat) => `${stat} IV is required`),
    'Unknown field: wings',
  ));

it('reports all catalogue errors together', () =>
  expectRefusal(
    () =>
      call(server, 'POST', '/pokemon/submit', {
        token: user.token,
        body: pokemonSubmission({ form: 'Alola', ability: 'Nonsense', date_sold: FUTURE }),
      }),
    /^Garchomp has no form/,
    /^There is no ability/,
    LATE,
  ));

const whole = (what: string, from: string, to: string) =>
  `${what} must be a whole number from ${from} to ${to}`;
const ID = whole('id', '1', '2,147,483,647');
const decision = { body: { status: 'approved' } };

it.each<[Parameters<typeof call>[1], path: string, sentence: string | RegExp, Call?]>([
  ['GET', '/items?limit=100000', whole('limit', '1', '100')],
  ['GET', '/items?limit=0', whole('limit', '1', '100')],
  ['GET', '/items?page=0', whole('page', '1', '1,000,000,000')],
  ['GET', '/items?page=1000000000', /^Lists are limited to 100,000 rows: narrow the filter/],
  ['GET', '/items?page=2001&limit=50', /narrow the filter/],
  ['GET', '/items?page=1e3', whole('page', '1', '1,000,000,000')],
  ['GET', '/items?page=1&page=2', 'page is given more than once'],
  ['GET', '/items?order=asc&order=desc&order=', 'order is given more than once'],
  ['GET', '/items?min_price=-1', whole('min_price', '0', '999,999,999,999')],
  ['GET', '/items?min_price=100.000', whole('min_price', '0', '999,999,999,999')],
  ['GET', '/items?max_price=1e13', whole('max_price', '0', '999,999,999,999')],
  ['GET', '/items?status=deleted', 'status must be one of pending, approved, rejected'],
  ['GET', '/items?sort=pokemon_name', /^sort must be one of date_sold, price, item_name/],
  ['GET', '/items?sort=price;drop', /^sort must be one of/],
  ['GET', '/items?order=up', 'order must be one of asc, desc'],
  ['GET', '/items?date_from=2026-02-30', 'date_from must be a date like 2026-03-12'],
  ['GET', '/items?exact=yes', 'exact must be true or false'],
  ['GET', '/items?nature=Adamant', 'Unknown field: nature'],
  ['GET', '/items?minprice=5', 'Unknown field: minprice. Did you mean min_price?'],
  ['GET', '/items/answer/x?dateFrom=2026-03-12', 'Unknown field: dateFrom. Did you mean date_from?'],
  ['GET', '/pokemon?shiny=true', 'Unknown field: shiny. Did you mean is_shiny?'],
  ['GET', '/pokemon?isShiny=true', 'Unknown field: isShiny. Did you mean is_shiny?'],
  ['GET', '/pokemon?min_iv_hp=31', 'Unknown field: min_iv_hp. Did you mean min_hp_iv?'],
  ['GET', '/pokemon?max_special_attack=5', 'Unknown field: max_special_attack. Did you mean max_spatk_iv?'],
  ['GET', '/pokemon?min_date=2026-03-12', 'Unknown field: min_date. Did you mean date_from?'],
  ['GET', '/items?name=ball', 'Unknown field: name. Did you mean item_name?'],
  ['GET', '/items?limit_page=5', 'Unknown field: limit_page'],
  ['GET', '/items?price_max=5', 'Unknown field: price_max. Did you mean max_price?'],
  [
    'PATCH',
    '/items/1/status',
    'Unknown field: notes_review. Did you mean review_notes?',
    { body: { ...decision.body, notes_review: 'x' } },
  ],
  [
    'PATCH',
    '/items/1/status',
    'Unknown field: review_note. Did you mean review_notes?',
    { body: { ...decision.body, review_note: 'x' } },
  ],
  ['GET', '/items?item_name[$ne]=x', 'Unknown field: item_name[$ne]'],
  ['GET', '/items?__proto__=x', 'Unknown field: __proto__'],
  ['GET', `/items?item_name=${'x'.repeat(101)}`, 'item_name can be at most 100 characters long'],
  ['GET', '/items?item_name=%00', strange('item_name')],
  ['GET', '/items?item_name=%F0%9F%98%80', strange('item_name')],
  ['GET', '/logs/category/all?search=%FF', strange('search')],
  ['GET', '/logs/counts?user=%FF', strange('user')],
  ['GET', '/pokemon?nature=Grumpy', /^nature must be one of/],
  ['GET', '/items?proof=maybe', 'proof must be one of with, without, any'],
  ['GET', '/pokemon?hidden_power=Fairy', /^hidden_power must be one of/],
  ['GET', '/pokemon?min_hp_iv=32', whole('min_hp_iv', '0', '31')],
  ['GET', '/pokemon?min_perfect_ivs=7', whole('min_perfect_ivs', '0', '6')],
  ['GET', '/pokemon?is_shiny=1', 'is_shiny must be true or false'],
  ['GET', '/items/search/autocomplete', /query is required/],
  ['GET', '/items/search/autocomplete?query=%20a%20', 'query must be at least 2 characters long'],
  ['GET', '/items/search/autocomplete?query=ab&limit=51', whole('limit', '1', '50')],
  ['GET', '/items/price-history/x?days=0', whole('days', '1', '73,000')],
  ['GET', '/items/price-history/x?days=73001', whole('days', '1', '73,000')],
  ['GET', '/items/price-history/%20', /name is required/],
  ['GET', '/items/price-history/%00', strange('name')],
  ['GET', '/items/price-history/%E0%A4%A', 'The URL is not correctly encoded.'],
  ['GET', '/pokemon/sprite/abc/Normal', whole('pokemon_id', '1', '2,147,483,647')],
  ['PATCH', '/items/abc/status', ID, decision],
  ['PATCH', '/items/0/status', ID, decision],
  ['PATCH', '/items/1.5/status', ID, decision],
  ['PATCH', '/items/2147483648/status', ID, decision],
  ['PATCH', '/items/-1', ID, { body: { price: 1 } }],
  ['PATCH', '/items/1/status', 'status must be one of approved, rejected', { body: { status: 'pending' } }],
  ['PATCH', '/items/1/status', 'Unknown field in the body: id', { body: { status: 'approved', id: 2 } }],
  ['PATCH', '/items/1/status?version=1', 'Unknown field in the query: version', decision],
  [
    'PATCH',
    '/items/1/status',
    `${whole('version', '1', '2,147,483,647')}, without quotes`,
    { body: { ...decision.body, version: '1' } },
  ],
  [
    'PATCH',
    '/items/1/status',
    'Review notes can be at most 1000 characters long',
    { body: { ...decision.body, review_notes: 'x'.repeat(1001) } },
  ],
  [
    'PATCH',
    '/items/1/status',
    'Review notes contain a character that is not allowed',
    { body: { ...decision.body, review_notes: 'a\u0000b' } },
  ],
  ['PATCH', '/items/1', 'Specify at least one field to change', { body: {} }],
  ['PATCH', '/items/1', 'Specify at least one field to change', { body: { version: 1 } }],
  ['PATCH', '/admin/settings/skip_review_enabled', /must be one of false, true/, { body: { value: 'yes' } }],
  ['PATCH', '/admin/settings/skip_review_enabled', 'value must be text', { body: { value: true } }],
])('refuses %s %s', (method, path, sentence, request) =>
  expectRefusal(() => call(server, method, path, { token: admin.token, ...request }), sentence),
);

it.each([
  [{ kind: 'item', nature: 'Adamant' }, 'Unknown field: filter.nature'],
  [{ kind: 'pokemon', natur: 'Adamant' }, 'Unknown field: filter.natur. Did you mean filter.nature?'],
  [
    { kind: 'pokemon', pokemon_name: 'Ditto' },
    'Unknown field: filter.pokemon_name. Did you mean filter.name?',
  ],
])('names a field by its path in the input: %j', async (filter, sentence) => {
  const body = { filter, channels: { a: true } };
  const send = () => call(server, 'POST', '/follows', { token: user.token, body });
  const fields = await expectRefusal(send, sentence, 'Unknown field: channels.a');
  const [unknown = ''] = Object.keys(filter).slice(1);
  expect(Object.keys(fields)).toEqual([`filter.${unknown}`, 'channels.a']);
});

it('names the parameter that is probably meant without a session, too', () =>
  expectRefusal(
    () => call(server, 'GET', '/pokemon?Nature_=Bold&wings=2'),
    'Unknown field: Nature_. Did you mean nature?',
    'Unknown field: wings',
  ));

it.each([
  ['/items?item_name=&page=&status=&min_price=', 'a parameter that is empty'],
  ['/items?item_name=%25', 'a percent sign'],
  ["/items?item_name='%20or%201=1--", 'quotes'],
  ['/items?item_name=%5C', 'a backslash'],
  ['/pokemon?min_hp_iv=31&max_hp_iv=0', 'bounds that leave nothing'],
  ['/items/price-history/no%20such%20thing', 'an unknown name'],
  ['/items?page=2000&limit=50', 'the last page that a list reaches'],
])('accepts GET %s: %s is valid', async (path) => {
  expect(await call(server, 'GET', path)).toMatchObject({ status: 200 });
});

it('lists the first 20 of hundreds of invalid fields', async () => {
  const names = Array.from({ length: 900 }, (_, index) => `x${index}`);
  const body = Object.fromEntries(names.map((name) => [name, 1]));
  const answers = [
    await call(server, 'POST', '/auth/login', { body }),
    await call(server, 'POST', `/auth/login?${names.join('&')}`, { body: {} }),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(400);
    expect(body.details).toHaveLength(21);
    expect(body.error).toMatch(/, and 88[02] more$/);
  }
});
