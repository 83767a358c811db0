import { expect, it } from 'vitest';
import { passwordIssues, passwordStrength } from './password-rules.ts';

const NOTHING = { isCommon: () => false, isGameName: () => false };
const RULES = { username: 'ash_ketchum', minLength: 6 };

it.each([
  ['2024!!', 'fair'],
  ['orangutan4', 'good'],
  ['orangutan-42', 'good'],
  ['my garchomp likes tea', 'strong'],
  // Rows of keys count as one character each.
  ['qwertyuiop-1234567890', 'fair'],
  ['🦎🦎🦎🦎', 'fair'],
] as const)('%s is %s', (password, strength) => expect(passwordStrength(password)).toBe(strength));

it('checks the rules without the lists too', async () => {
  expect(await passwordIssues('MarketDex1', RULES, NOTHING)).toHaveLength(1);
  expect(await passwordIssues('asdf1234', RULES, NOTHING)).toHaveLength(1);
  expect(await passwordIssues('Ash_Ketchum-x', RULES, NOTHING)).toHaveLength(1);
  expect(await passwordIssues('orangutan-42', RULES, NOTHING)).toEqual([]);
});

it('looks the password up in lower case, and names without what is around them', async () => {
  const asked: string[] = [];
  const listen = (text: string) => {
    asked.push(text);
    return false;
  };
  await passwordIssues('Garchomp2024!', RULES, { isCommon: listen, isGameName: listen });
  expect(asked).toEqual(['garchomp2024!', 'garchomp']);
});
