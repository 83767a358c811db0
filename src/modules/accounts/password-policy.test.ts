import { describe, expect, it } from 'vitest';
import { passwordIssues } from './password-policy.ts';

const COMMON = 'This password is too common. Please choose another one.';
const NAMED = 'Password must not contain your username.';
const issues = (password: string, username = 'ash_ketchum', minLength = 6) =>
  passwordIssues(password, { username, minLength });

describe('a password is refused', () => {
  it.each([
    ['12345', ['Password must be at least 6 characters long']],
    ['123456', [COMMON]],
    ['QwErTy', [COMMON]],
    ['Ash_Ketchum1', [NAMED]],
    ['xxASH_KETCHUMxx', [NAMED]],
  ])('%s', (password, expected) => expect(issues(password)).toEqual(expected));

  it('when it is shorter than configured', () => {
    expect(issues('elevenchars', 'ash', 12)).toEqual(['Password must be at least 12 characters long']);
  });

  it('for each of its issues', () => expect(issues('monkey', 'monkey')).toEqual([COMMON, NAMED]));
});

it.each(['orangutan-42', '      ', 'пароль-и-соль', 'ketchum_ash'])('%s is accepted', (password) =>
  expect(issues(password)).toEqual([]),
);
