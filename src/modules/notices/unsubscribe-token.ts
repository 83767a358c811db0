import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { SUBMISSION_NOTICES } from '../../contract/inbox/notices.ts';
import { linkToken } from '../../lib/link-token.ts';

const PURPOSE = 'unsubscribe';
/** Longer than any token with all follows of an account. */
const MAX_LENGTH = 2_000;

/** What a link in a mail unsubscribes from. */
const zSubscription = z.discriminatedUnion('type', [
  z.object({ type: z.literal('submissions'), notices: z.array(z.enum(SUBMISSION_NOTICES)) }),
  z.object({ type: z.literal('follows'), follows: z.array(z.int().positive()) }),
  z.object({ type: z.literal('digest'), period: z.enum(['daily', 'weekly']) }),
]);
export type Subscription = z.infer<typeof zSubscription>;

const zSigned = z.object({ user_id: z.int().positive(), from: zSubscription });
export type SignedSubscription = z.infer<typeof zSigned>;

/**
 * The token of an unsubscribe link: what it does, signed with the application's secret. It is not stored, and does not
 * expire: mails are kept for years.
 */
function unsubscribeToken(secret: string, { user_id, from }: SignedSubscription): string {
  const text = Buffer.from(JSON.stringify({ user_id, from })).toString('base64url');
  return `${text}.${linkToken(secret, PURPOSE, text)}`;
}

/** The address of an unsubscribe link. */
export const unsubscribeUrl = (publicUrl: string, secret: string, signed: SignedSubscription): string =>
  `${publicUrl}/unsubscribe?token=${unsubscribeToken(secret, signed)}`;

function isSignature(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** What a token does; null unless it was signed with one of the secrets. */
export function readUnsubscribeToken(token: string, secrets: readonly string[]): SignedSubscription | null {
  if (token.length > MAX_LENGTH) return null;
  const [text = '', signature = '', ...more] = token.split('.');
  if (more.length > 0) return null;
  if (!secrets.some((secret) => isSignature(signature, linkToken(secret, PURPOSE, text)))) return null;
  return zSigned.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
}
