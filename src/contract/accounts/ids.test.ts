import { expect, it } from 'vitest';
import { zEndSession } from './account.ts';
import { zPasskeyRef } from './passkeys.ts';

it.each([
  ['passkey', zPasskeyRef],
  ['session', zEndSession],
])('what cannot be the id of a %s is refused for its form', (what, schema) => {
  const [issue] = schema.safeParse({ id: 'x' }).error?.issues ?? [];
  expect(issue?.message).toMatch(`A ${what} id looks like `);
});
