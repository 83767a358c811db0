import { createRequire } from 'node:module';
import { LIMITS } from '../../contract/shared/limits.ts';
import { MESSAGES } from '../../contract/shared/messages.ts';

/** How far down the list of common passwords is refused. */
const COMMON = 10_000;

let common: ReadonlySet<string> | undefined;

/** The most common passwords, read when the first password is set. */
function commonPasswords(): ReadonlySet<string> {
  const load = createRequire(import.meta.url);
  common ??= new Set((load('@zxcvbn-ts/language-common/src/passwords.json') as string[]).slice(0, COMMON));
  return common;
}

/** What a password is held against. */
export interface PasswordRules {
  username: string;
  /** Characters at least; 6 or more. */
  minLength: number;
}

/**
 * What is wrong with a new password, a sentence a fault; empty when nothing is: too short (docs/product.md "Screens"), among
 * the 10,000 most common ones whatever the case, or with the user name in it (docs/security.md "Decided").
 */
export function passwordFaults(password: string, { username, minLength }: PasswordRules): string[] {
  if (password.length < minLength)
    return [
      minLength === LIMITS.password.min
        ? MESSAGES.passwordShort
        : `Password must be at least ${minLength} characters long`,
    ];
  const typed = password.toLowerCase();
  const faults: string[] = [];
  if (commonPasswords().has(typed)) faults.push('This password is too common. Please choose another one.');
  if (username.length >= LIMITS.username.min && typed.includes(username.toLowerCase()))
    faults.push('Password must not contain your username.');
  return faults;
}
