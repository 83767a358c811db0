import { describe, expect, it } from 'vitest';
import type { DomainError } from '../../lib/errors.ts';
import { testServer } from '../../testing/run/server.ts';
import { checkNewPassword } from './password-policy.ts';

const server = testServer();

const COMMON = 'This password is too common. Please choose another one.';
const RUN = 'Keyboard sequences are easy to guess. Please choose another password.';
const NAME = 'A name of the game or this site is easy to guess. Please choose another password.';
const NAMED = 'Password must not contain your username.';
const issues = (password: string, username = 'ash_ketchum', minLength = 6): Promise<readonly string[]> => {
  const { scope, market } = server.services();
  const deps = { ...scope, ...market, config: { passwordMinLength: minLength } };
  return checkNewPassword(deps, 'password', password, username).then(
    () => [],
    (error: DomainError) => error.extras.details ?? [],
  );
};

describe('a password is refused', () => {
  it.each([
    ['12345', ['Password must be at least 6 characters long']],
    ['123456', [COMMON]],
    ['QwErTy', [COMMON]],
    // Beyond the 10,000 most common ones.
    ['qwerty77', [COMMON]],
    ['      ', [RUN]],
    ['fghjkl', [RUN]],
    ['poiuyt098', [RUN]],
    ['aaabbbcccddd', [RUN]],
    ['mnbvcxzasdfgh', [RUN]],
    ['Garchomp2024!', [NAME]],
    ['!!mr. mime77', [NAME]],
    ['farfetchd1', [NAME]],
    ['Leftovers2026', [NAME]],
    ['MarketDex#1', [NAME]],
    ['Ash_Ketchum1', [NAMED]],
    ['xxASH_KETCHUMxx', [NAMED]],
  ])('%s', async (password, expected) => expect(await issues(password)).toEqual(expected));

  it('when it is shorter than configured', async () => {
    expect(await issues('elevenchars', 'ash', 12)).toEqual(['Password must be at least 12 characters long']);
  });

  it('for each of its issues', async () => {
    expect(await issues('monkey', 'monkey')).toEqual([COMMON, NAMED]);
  });
});

it.each([
  'orangutan-42',
  'пароль-и-соль',
  'ketchum_ash',
  'my garchomp likes tea',
  'qwe-asd-kiwi',
  'gar\u0000chomp-1',
  '🦎🦎🦎🦎 lizards',
  '2024!!',
])('%j is accepted', async (password) => expect(await issues(password)).toEqual([]));
