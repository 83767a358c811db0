import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { Canaries, everythingStored, type SecretKind } from '../../src/testing/attacks/canaries.ts';
import type { TestServer } from '../../src/testing/run/server.ts';

/** The fields of requests and responses that hold secrets. */
const FIELDS: Record<string, SecretKind> = {
  password: 'password',
  oldPassword: 'password',
  newPassword: 'password',
  pendingToken: 'pending token',
  manualEntryKey: 'TOTP secret',
  recoveryCodes: 'recovery code',
};
const BEARERS: Record<string, SecretKind> = { Bearer: 'session token', Pending: 'pending token' };

const kindOfCode = (value: string): SecretKind => (/^\d{6}$/.test(value) ? 'code' : 'recovery code');

function kindOfToken(url: string, value: string): SecretKind {
  if (url.includes('/email.')) return 'reset token';
  return url.includes('/twoFactor.') ? kindOfCode(value) : 'session token';
}

const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
};

/**
 * Collects every secret exchanged between the pages of a file and the server, and every error response. After the
 * tests no secret may appear in an error response, a log line or the database.
 */
export class SecretWatch {
  readonly canaries = new Canaries();
  readonly #refusals: string[] = [];
  readonly #answers: Promise<void>[] = [];

  watch(page: Page, origin: string): void {
    const ours = (request: Request) => request.url().startsWith(`${origin}/trpc/`);
    page.on('request', (request) => {
      if (ours(request)) this.#ask(request);
    });
    page.on('response', (response) => {
      const refused = response.status() >= 400;
      if (!ours(response.request())) return;
      // The text is lost when the page navigates.
      const read = response.text().catch(() => '');
      this.#answers.push(
        read.then((text) => {
          if (refused) this.#refusals.push(`${text} ${JSON.stringify(response.headers())}`);
          else this.#collect(response.url(), parsed(text));
        }),
      );
    });
  }

  /** Waits for pending responses before the pages are closed. */
  async settle(): Promise<void> {
    await Promise.all(this.#answers.splice(0));
  }

  /** Fails when a secret has leaked. */
  async expectKept(site: TestServer): Promise<void> {
    if (this.canaries.kinds.length === 0) return;
    expect(this.canaries.found(this.#refusals.join('\n')), 'error responses').toEqual([]);
    expect(this.canaries.found(JSON.stringify(site.log.lines)), 'log lines').toEqual([]);
    expect(this.canaries.found(await everythingStored(site)), 'the database').toEqual([]);
  }

  #ask(request: Request) {
    const { authorization = '', 'x-totp-token': code } = request.headers();
    const [scheme = '', token] = authorization.split(' ');
    const kind = BEARERS[scheme];
    if (kind && token) this.canaries.keep(kind, token);
    if (code) this.canaries.keep(kindOfCode(code), code);
    this.#collect(request.url(), parsed(request.postData()));
    this.#collect(request.url(), parsed(new URL(request.url()).searchParams.get('input')));
  }

  #collect(url: string, value: unknown, field = '') {
    if (typeof value === 'string') {
      const kind = field === 'token' ? kindOfToken(url, value) : FIELDS[field];
      if (kind && value !== '') this.canaries.keep(kind, value);
    } else if (Array.isArray(value)) for (const one of value) this.#collect(url, one, field);
    else if (value) for (const [name, one] of Object.entries(value)) this.#collect(url, one, name);
  }
}
