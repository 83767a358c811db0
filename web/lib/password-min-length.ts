import { PASSWORD_META } from '../../src/contract/accounts/password-rules.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';

/** The shortest password that the server accepts. It says so in the document when the operator has raised it. */
export const passwordMinLength = (): number =>
  Number(
    document.querySelector<HTMLMetaElement>(`meta[name="${PASSWORD_META}"]`)?.content ?? LIMITS.password.min,
  );
