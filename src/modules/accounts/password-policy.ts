import { createRequire } from 'node:module';
import type { Config } from '../../config.ts';
import { passwordIssues } from '../../contract/accounts/password-rules.ts';
import { invalidInput } from '../../lib/errors.ts';
import type { CatalogueSource } from '../catalogue/catalogue.source.ts';
import { findItems } from '../catalogue/item.queries.ts';
import type { RequestScope } from '../scope.ts';

let common: ReadonlySet<string> | undefined;

/** Passwords of published lists, loaded on first use. */
function commonPasswords(): ReadonlySet<string> {
  const load = createRequire(import.meta.url);
  common ??= new Set(load('@zxcvbn-ts/language-common/src/passwords.json') as string[]);
  return common;
}

/** What the name of a pokemon or item can look like. */
const NAME = /^[^\p{C}]{2,100}$/u;

interface Deps extends Pick<RequestScope, 'em'> {
  config: Pick<Config, 'passwordMinLength'>;
  catalogueSource: CatalogueSource;
}

/**
 * Checks a new password.
 *
 * @param field the one that the caller's input has it in
 * @throws DomainError invalid, with a sentence for each issue, when the password is refused
 */
export async function checkNewPassword(
  { em, config, catalogueSource }: Deps,
  field: 'password' | 'newPassword',
  password: string,
  username: string,
): Promise<void> {
  const rules = { username, minLength: config.passwordMinLength };
  const issues = await passwordIssues(password, rules, {
    isCommon: (typed) => commonPasswords().has(typed),
    isGameName: async (text) =>
      NAME.test(text) &&
      (catalogueSource.findSpecies(text) !== undefined || (await findItems(em, [text])).size > 0),
  });
  if (issues.length) throw invalidInput(issues.map((message) => ({ field, message })));
}
