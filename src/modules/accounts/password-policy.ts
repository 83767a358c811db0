import { createRequire } from 'node:module';
import { passwordIssues as issuesOf, type PasswordRules } from '../../contract/accounts/password-rules.ts';
import type { CatalogueService } from '../catalogue/catalogue.service.ts';

let common: ReadonlySet<string> | undefined;

/** Passwords of published lists, loaded on first use. */
function commonPasswords(): ReadonlySet<string> {
  const load = createRequire(import.meta.url);
  common ??= new Set(load('@zxcvbn-ts/language-common/src/passwords.json') as string[]);
  return common;
}

/** What the name of a pokemon or item can look like. */
const NAME = /^[^\p{C}]{2,100}$/u;

/** The issues of a new password, one sentence each; empty for an acceptable one. */
export const passwordIssues = (
  password: string,
  rules: PasswordRules,
  catalogue: Pick<CatalogueService, 'speciesId' | 'findItems'>,
): Promise<string[]> =>
  issuesOf(password, rules, {
    isCommon: (typed) => commonPasswords().has(typed),
    isGameName: async (text) =>
      NAME.test(text) &&
      (catalogue.speciesId(text) !== undefined || (await catalogue.findItems([text])).size > 0),
  });
