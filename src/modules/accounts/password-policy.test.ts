import { describe, expect, it } from 'vitest';
import { passwordFaults } from './password-policy.ts';

const COMMON = 'This password is too common. Please choose another one.';
const NAMED = 'Password must not contain your username.';
const faults = (password: string, username = 'ash_ketchum', minLength = 6) =>
  passwordFaults(password, { username, minLength });

describe('a password is refused', () => {
  it.each([
    ['12345', ['Password must be at least 6 characters long']],
    ['123456', [COMMON]],
    ['QwErTy', [COMMON]],
    ['Ash_Ketchum1', [NAMED]],
    ['xxASH_KETCHUMxx', [NAMED]],
  ])('%s', (password, expected) => expect(faults(password)).toEqual(expected));

  it('when it is shorter than configured', () => {
    expect(faults('elevenchars', 'ash', 12)).toEqual(['Password must be at least 12 characters long']);
  });

  it('for each of its faults', () => expect(faults('monkey', 'monkey')).toEqual([COMMON, NAMED]));
});

it.each(['orangutan-42', '      ', 'пароль-и-соль', 'ketchum_ash'])('takes %s', (password) =>
  expect(faults(password)).toEqual([]),
);
