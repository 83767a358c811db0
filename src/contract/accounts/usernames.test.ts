import { describe, expect, it } from 'vitest';
import { isReservedUsername, usernameSkeleton } from './usernames.ts';

describe('names that look alike have the same skeleton', () => {
  it.each([
    ['ash_ketchum', 'Ash.Ketchum'],
    ['paypal', 'paypa1'],
    ['Illium', 'lllium'],
    ['b00k', 'book'],
    ['modern', 'modem'],
    ['savvy', 'sawy'],
    ['a-r-n-o', 'amo'],
  ])('%s and %s', (one, other) => expect(usernameSkeleton(one)).toBe(usernameSkeleton(other)));
});

it('gives different skeletons to names that look different', () => {
  const names = ['user_2', 'user_3', 'user_22', 'ash', 'aash', 'misty', 'brock', 'gary', 'jessie'];
  expect(new Set(names.map(usernameSkeleton)).size).toBe(names.length);
});

it.each(['admin', 'Admin', 'adm1n', 'a.d.m.i.n', 'MarketDex', 'rnoderator', 'r00t', '_support_'])(
  'reserves %s',
  (name) => expect(isReservedUsername(name)).toBe(true),
);
it.each(['admin_2', 'badmin', 'ash', 'rooter'])('does not reserve %s', (name) =>
  expect(isReservedUsername(name)).toBe(false),
);
