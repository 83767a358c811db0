import { LIMITS } from '../shared/limits.ts';
import { MESSAGES } from '../shared/messages.ts';

/** The meta element of every page with the shortest password that the server accepts, if the operator has raised it. */
export const PASSWORD_META = 'marketdex:password-length';

/** Sequences of neighbouring keys, and the alphabet. */
const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
].flatMap((keys) => [keys, [...keys].toReversed().join('')]);

/** A part of a sequence, or of equal characters, has at least this length. */
const MIN_RUN = 3;

/** Words that anyone would guess on this site, in addition to the names of pokemon and items. */
const SITE_WORDS = new Set(['marketdex', 'pokemon', 'pokedex', 'pokedollar', 'pokedollars', 'trainer']);

/** The length of the longest run at the start of a text: equal characters, or a part of a sequence. */
function runLength(text: string): number {
  const [first = ''] = text;
  let same = first.length;
  while (text.startsWith(first, same) && same < text.length) same += first.length;
  const inSequences = SEQUENCES.map((keys) => {
    const start = keys.indexOf(first);
    if (start < 0) return 0;
    let length = 0;
    while (start + length < keys.length && text[length] === keys[start + length]) length += 1;
    return length;
  });
  return Math.max(same, ...inSequences);
}

/** Whether a password consists of runs only, such as `asdf1234` and `aaabbb`. */
function isOnlyRuns(typed: string): boolean {
  for (let rest = typed; rest !== ''; ) {
    const length = runLength(rest);
    if (length < MIN_RUN) return false;
    rest = rest.slice(length);
  }
  return true;
}

/** A password without the digits and signs around it: `garchomp` of `Garchomp2024!`. */
const coreOf = (typed: string): string => typed.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

interface PasswordRules {
  username: string;
  /** Minimum length in characters, at least 6. */
  minLength: number;
}

interface KnownPasswords {
  /** Whether a password in lower case is in the list of common ones. */
  isCommon: (typed: string) => boolean;
  /** Whether a text in lower case is the name of a pokemon or an item. */
  isGameName: (text: string) => boolean | Promise<boolean>;
}

/**
 * The issues of a new password, one sentence each; empty for an acceptable one. A password must not be too short
 * (docs/product.md "Validation"), in the list of common passwords (case-insensitive), a row of neighbouring keys, a name of
 * the game or of the site with digits or signs around it, or contain the user name (docs/security.md "Decided").
 */
export async function passwordIssues(
  password: string,
  { username, minLength }: PasswordRules,
  { isCommon, isGameName }: KnownPasswords,
): Promise<string[]> {
  if (password.length < minLength)
    return [
      minLength === LIMITS.password.min
        ? MESSAGES.passwordShort
        : `Password must be at least ${minLength} characters long`,
    ];
  const typed = password.toLowerCase();
  const core = coreOf(typed);
  const issues: string[] = [];
  if (isCommon(typed)) issues.push('This password is too common. Please choose another one.');
  else if (isOnlyRuns(typed))
    issues.push('Keyboard sequences are easy to guess. Please choose another password.');
  else if (SITE_WORDS.has(core) || (await isGameName(core)))
    issues.push('A name of the game or this site is easy to guess. Please choose another password.');
  if (username.length >= LIMITS.username.min && typed.includes(username.toLowerCase()))
    issues.push('Password must not contain your username.');
  return issues;
}

export const PASSWORD_STRENGTHS = ['fair', 'good', 'strong'] as const;
export type PasswordStrength = (typeof PASSWORD_STRENGTHS)[number];

/** How hard an acceptable password is to guess, by its length: a row of keys counts as one character. */
export function passwordStrength(password: string): PasswordStrength {
  let length = 0;
  for (let rest = password.toLowerCase(); rest !== ''; length += 1) {
    const run = runLength(rest);
    rest = rest.slice(run < MIN_RUN ? [...rest][0]?.length : run);
  }
  if (length >= 14) return 'strong';
  return length >= 10 ? 'good' : 'fair';
}
