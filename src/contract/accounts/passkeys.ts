import { z } from 'zod';
import { LIMITS } from '../shared/limits.ts';
import { zMoment, zText } from '../shared/primitives.ts';

const malformed = { error: 'This is not the response of a passkey' };

const zBase64Url = z
  .string(malformed)
  .max(LIMITS.passkeys.bytes, malformed)
  .regex(/^[A-Za-z0-9_-]+$/, malformed);

const zCredential = z.object({ id: zBase64Url, type: z.literal('public-key', malformed) });

/** What a browser returns for a new passkey; fields that the server does not need are dropped. */
const zNewCredential = zCredential.extend({
  response: z.object({
    clientDataJSON: zBase64Url,
    attestationObject: zBase64Url,
    /** How the authenticator can be reached, a hint for browsers. */
    transports: z
      .array(z.string(malformed).regex(/^[a-z-]{1,13}$/, malformed))
      .max(7, malformed)
      .optional(),
  }),
});
export type NewCredential = z.infer<typeof zNewCredential>;

/** What a browser returns for the use of a passkey. */
const zAssertion = zCredential.extend({
  response: z.object({
    clientDataJSON: zBase64Url,
    authenticatorData: zBase64Url,
    signature: zBase64Url,
  }),
});
export type Assertion = z.infer<typeof zAssertion>;

export const zRegisterPasskey = z.strictObject({ credential: zNewCredential });
export const zUsePasskey = z.strictObject({ credential: zAssertion });

export const zPasskeyRef = z.strictObject({
  id: z.uuid({ error: 'A passkey id looks like 019a8d2e-5b1c-4000-8000-0123456789ab' }),
});
export const zRenamePasskey = zPasskeyRef.extend({
  name: zText('name', LIMITS.passkeys.name).trim().min(1, { error: 'A name is required' }),
});

/** A passkey as its owner sees it. */
export const zPasskey = z.object({
  id: z.uuid(),
  name: z.string(),
  created: zMoment,
  lastUsed: zMoment.nullable(),
  /** Kept by a password manager, so that it survives the loss of a device. */
  synced: z.boolean(),
});
export type PasskeyView = z.infer<typeof zPasskey>;
export const zPasskeys = z.object({ data: z.array(zPasskey) });

/** Recovery codes come with the first factor of an account, and are shown only once. */
export const zPasskeyAdded = z.object({ passkey: zPasskey, recoveryCodes: z.array(z.string()) });
