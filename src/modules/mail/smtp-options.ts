import type { Config } from '../../config.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * How to connect to the mail server. A connection that cannot be encrypted is closed before any mail, unless
 * `SMTP_TLS` allows it or the server is on this machine.
 */
export function smtpOptions(
  url: string,
  { smtpTls }: Pick<Config, 'smtpTls'>,
): { url: string; requireTLS: boolean } {
  const isLocal = LOOPBACK.test(new URL(url).hostname);
  return { url, requireTLS: (smtpTls ?? (isLocal ? 'optional' : 'required')) === 'required' };
}
