import { describe, expect, it } from 'vitest';
import { type Action, can, hasRole, ROLES, type SaleForPolicy, type Viewer } from './roles.ts';

const ME = 7;
const VIEWERS: Record<string, Viewer> = {
  visitor: null,
  ...Object.fromEntries(ROLES.map((role) => [role, { user_id: ME, role }])),
};
const allowed = (action: Action, sale?: SaleForPolicy) =>
  Object.keys(VIEWERS).filter((who) => can(VIEWERS[who] ?? null, action, sale));

const EVERYONE = ['visitor', 'user', 'checker', 'admin'];
const STAFF = ['checker', 'admin'];

it('every role includes the lower roles', () => {
  const held = (who: string) => ROLES.filter((role) => hasRole(VIEWERS[who] ?? null, role));
  expect(EVERYONE.map(held)).toEqual([[], ['user'], ['user', 'checker'], ['user', 'checker', 'admin']]);
});

it.each<[Action, string[]]>([
  ['sale.submit', ['user', ...STAFF]],
  ['sale.submitApproved', STAFF],
  ['sale.listAnyStatus', STAFF],
  ['sale.review', STAFF],
  ['sale.seeReviewFields', STAFF],
  ['admin.panel', ['admin']],
])('%s is allowed for %s', (action, who) => {
  expect(allowed(action)).toEqual(who);
});

describe.each<[whose: string, submitted_by: number | null]>([
  ["another's", ME + 1],
  ["nobody's", null],
  ['their own', ME],
])('%s', (whose, submitted_by) => {
  const own = whose === 'their own';

  it.each<[SaleForPolicy['status'], Action, string[]]>([
    ['pending', 'sale.review', own ? ['admin'] : STAFF],
    ['approved', 'sale.review', own ? ['admin'] : STAFF],
    ['pending', 'sale.seeInReview', own ? ['admin'] : STAFF],
    ['approved', 'sale.seeInReview', STAFF],
    ['pending', 'sale.seeReviewFields', own ? ['user', ...STAFF] : STAFF],
  ])('%s sale: %s', (status, action, who) => {
    expect(allowed(action, { status, submitted_by })).toEqual(who);
  });
});
