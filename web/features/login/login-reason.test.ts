import { expect, it } from 'vitest';
import { loginReason } from './login-reason.ts';

const FOLLOWS = { follows: 'Adamant Garchomp' };

it.each([
  ['/pokemon/garchomp#follow', FOLLOWS, 'Log in to follow Adamant Garchomp.'],
  ['/price-check?p=1#follow-3', null, 'Log in to follow this search.'],
  ['/submit-data?kind=item&name=Leftovers', null, 'Log in to submit a sale.'],
  ['/sale/12?report=true', null, 'Log in to report this sale.'],
  ['/account?tab=security', null, 'Log in to see your account.'],
  ['/inbox', 'session', 'Log in to read your inbox.'],
  ['/', null, null],
  ['/pokemon/garchomp', FOLLOWS, null],
  [null, FOLLOWS, null],
])('says why a visitor signs in for %s', (next, state, reason) => {
  expect(loginReason(next, state)).toBe(reason);
});
