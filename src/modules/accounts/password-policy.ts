import { createRequire } from 'node:module';
import { LIMITS } from '../../contract/shared/limits.ts';
import { MESSAGES } from '../../contract/shared/messages.ts';

/** How many of the most common passwords are refused. */
const COMMON = 10_000;

let common: ReadonlySet<string> | undefined;

/** The most common passwords, loaded on first use. */
function commonPasswords(): ReadonlySet<string> {
  const load = createRequire(import.meta.url);
  common ??= new Set((load('@zxcvbn-ts/language-common/src/passwords.json') as string[]).slice(0, COMMON));
  return common;
}

/** The rules that a password must meet. */
export interface PasswordRules {
  username: string;
  /** Minimum length in characters, at least 6. */
  minLength: number;
}

/**
 * The issues of a new password, one sentence each; empty for an acceptable one. A password must not be too short
 * (docs/product.md "Screens"), one of the 10,000 most common (case-insensitive), or contain the user name
 * (docs/security.md "Decided").
 */
export function passwordIssues(password: string, { username, minLength }: PasswordRules): string[] {
  if (password.length < minLength)
    return [
      minLength === LIMITS.password.min
        ? MESSAGES.passwordShort
        : `Password must be at least ${minLength} characters long`,
    ];
  const typed = password.toLowerCase();
  const issues: string[] = [];
  if (commonPasswords().has(typed)) issues.push('This password is too common. Please choose another one.');
  if (username.length >= LIMITS.username.min && typed.includes(username.toLowerCase()))
    issues.push('Password must not contain your username.');
  return issues;
}
