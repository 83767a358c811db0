import { expect, it } from 'vitest';
import { z } from 'zod';
import { zLogin, zRegister } from '../accounts/account.ts';
import { zDataRequest } from '../accounts/account-data.ts';
import { zUpdateFollow } from '../follows/follows.ts';
import { zResumeChannel, zSaveNotices } from '../inbox/notices.ts';
import { zMarketFilter } from '../market/sale-filter.ts';
import { zItemEdit, zItemSubmission } from '../sale/sale.ts';
import { zOneOf, zQueryBool } from './primitives.ts';
import { describeIssues } from './validation.ts';

const errorsOf = (schema: z.ZodType, input: unknown) => {
  const { error } = schema.safeParse(input);
  return error ? describeIssues(error).map(({ field, message }) => `${field}: ${message}`) : [];
};

it.each<[what: string, schema: z.ZodType, input: unknown, errors: string[]]>([
  [
    'with the messages of the contract',
    zRegister,
    { username: 'ab', email: 'x', password: '' },
    [
      'username: Username must be at least 3 characters long',
      'email: Please enter a valid email address',
      'password: Password must be at least 6 characters long',
    ],
  ],
  ['for missing fields', zLogin, {}, ['username: Username is required', 'password: Password is required']],
  [
    'for fields that are no text',
    zLogin,
    { username: 5, password: null },
    ['username: Username must be text', 'password: Password is required'],
  ],
  [
    'with the values of the field that decides about the others',
    z.object({ filter: zMarketFilter }),
    { filter: { name: 'orb' } },
    ['filter.kind: kind must be one of item, pokemon'],
  ],
  [
    'with the closest value',
    z.object({ sort: zOneOf('sort', ['price', 'date_sold']), order: zOneOf('order', ['asc', 'desc']) }),
    { sort: ' Prize', order: 'up' },
    ['sort: "Prize" is not a valid sort. Did you mean price?', 'order: order must be one of asc, desc'],
  ],
  [
    'with the notice whose channel is wrong',
    zSaveNotices,
    { approved: { inbox: false } },
    ['approved.email: approved.email must be true or false'],
  ],
  [
    'with only the first error of a field',
    zItemSubmission,
    { item_name: 'x', price: -0.5, date_sold: '2026-01-01' },
    ['price: Price must be a positive number'],
  ],
  [
    'for each unknown field',
    zLogin,
    { username: 'a', password: 'b', x: 1, y: 2 },
    ['x: Unknown field: x', 'y: Unknown field: y'],
  ],
  [
    'for a long unknown field, truncated',
    zLogin,
    { username: 'a', password: 'b', ['z'.repeat(500)]: 1 },
    [`${'z'.repeat(100)}: Unknown field: ${'z'.repeat(100)}`],
  ],
  [
    "with the field and its rule instead of zod's default messages",
    z.object({
      a: z.string(),
      b: z.number().max(3),
      c: z.string().min(2),
      d: z.array(z.string()).max(1),
      e: z.enum(['x', 'y']),
      f: z.uuid(),
      g: z.object({}),
      h: z.int(),
    }),
    { b: 5, c: 'c', d: ['x', 'y'], e: 'z', f: 'f', g: [], h: 2.5 },
    [
      'a: a is required',
      'b: b can be at most 3',
      'c: c must be at least 2 characters long',
      'd: d can be at most 1 entry long',
      'e: e must be one of x, y',
      'f: f is invalid',
      'g: g must be an object',
      'h: h must be a whole number',
    ],
  ],
  [
    'with the path of a nested field',
    z.object({ a: z.array(z.object({ b: z.boolean({ error: 'yes or no' }) })) }),
    { a: [{}] },
    ['a.0.b: yes or no'],
  ],
  ['for the whole input', zItemEdit, { id: 1 }, [': Specify at least one field to change']],
])('describes errors %s', (_what, schema, input, errors) => {
  expect(errorsOf(schema, input)).toEqual(errors);
});

it.each<[schema: z.ZodType, input: unknown, read: unknown]>([
  [zUpdateFollow, { id: 1, channels: { email: 'Daily' } }, { channels: { email: 'daily' } }],
  [zDataRequest, { part: 'SALES' }, { part: 'sales' }],
  [zResumeChannel, { channel: 'EMAIL' }, { channel: 'email' }],
  [z.object({ exact: zQueryBool('exact') }), { exact: 'True' }, { exact: true }],
])('values from a list may be in any case: %#', (schema, input, read) => {
  expect(schema.parse(input)).toMatchObject(Object(read));
});
