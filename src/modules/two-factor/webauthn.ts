import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import type { Assertion, NewCredential } from '../../contract/accounts/passkeys.ts';
import { MINUTE_MS } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { parseJson } from '../../lib/parse-input.ts';
import { ISSUER } from './totp.ts';
import type { Passkey } from './two-factor.entity.ts';

export type CreationOptions = Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'>;
export type RequestOptions = Omit<PublicKeyCredentialRequestOptionsJSON, 'extensions'>;

/** Loaded at its first use: it is the largest library of the server, and few sites use passkeys every day. */
const library = () => import('@simplewebauthn/server');

type SiteConfig = Pick<Config, 'publicUrl' | 'isPublicUrlSet'>;

const timeout = LIMITS.passkeys.challengeMinutes * MINUTE_MS;

/** Ed25519, ES256 and RS256. The library's default includes one that Node supports only as an experiment. */
const ALGORITHMS = [-8, -7, -257];

/**
 * The formats of a browser that was asked for no attestation. The library follows addresses in the certificates of others,
 * even of certificates that anybody can make.
 */
const FORMATS = ['none', 'packed'];

const domainOf = ({ publicUrl }: SiteConfig) => new URL(publicUrl).hostname;

const zClientData = z.object({ challenge: z.string(), origin: z.string() });

const clientDataOf = ({ response }: Assertion | NewCredential) =>
  zClientData.safeParse(parseJson(Buffer.from(response.clientDataJSON, 'base64url').toString())).data;

/** The challenge that a response answers; empty for a malformed response. */
export const challengeOf = (credential: Assertion | NewCredential): string =>
  clientDataOf(credential)?.challenge ?? '';

/** The only origin whose pages may use passkeys. Without `PUBLIC_URL`, for development, that is any port of localhost. */
function expectedOrigin({ publicUrl, isPublicUrlSet }: SiteConfig, credential: Assertion | NewCredential) {
  const origin = clientDataOf(credential)?.origin;
  const isLocal = origin !== undefined && /^http:\/\/localhost:\d+$/.test(origin);
  return !isPublicUrlSet && isLocal ? origin : new URL(publicUrl).origin;
}

const descriptorOf = ({ credentialId: id, transports }: Passkey) => ({
  id,
  transports: transports.split(',').filter(Boolean),
});

/**
 * What a browser needs to create a passkey: one that is found without a user name, and that its owner unlocks with a
 * fingerprint, a face or a PIN.
 *
 * @param known the account's passkeys; an authenticator has at most one of them
 */
export const creationOptions = async (
  config: SiteConfig,
  challenge: Uint8Array<ArrayBuffer>,
  account: { user_id: number; username: string },
  known: Passkey[],
): Promise<CreationOptions> =>
  (await library()).generateRegistrationOptions({
    rpName: ISSUER,
    rpID: domainOf(config),
    userID: new TextEncoder().encode(String(account.user_id)),
    userName: account.username,
    userDisplayName: account.username,
    challenge,
    timeout,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });

/** What a browser needs to use a passkey. @param known those of the account; none to let the user choose */
export const requestOptions = async (
  config: SiteConfig,
  challenge: Uint8Array<ArrayBuffer>,
  known: Passkey[] = [],
): Promise<RequestOptions> =>
  (await library()).generateAuthenticationOptions({
    rpID: domainOf(config),
    challenge,
    timeout,
    userVerification: 'required',
    ...(known.length > 0 && { allowCredentials: known.map(descriptorOf) }),
  });

async function register(config: SiteConfig, credential: NewCredential) {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const attestation = Buffer.from(credential.response.attestationObject, 'base64url');
  if (!FORMATS.includes(decodeAttestationObject(new Uint8Array(attestation)).get('fmt'))) return undefined;
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, rawId: credential.id, clientExtensionResults: {} },
    expectedChallenge: challengeOf(credential),
    expectedOrigin: expectedOrigin(config, credential),
    expectedRPID: domainOf(config),
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return registrationInfo;
}

/** The verified parts of a new passkey, or null when it is refused. */
export async function verifiedCredential(config: SiteConfig, credential: NewCredential) {
  // The library throws for everything that is wrong with a response.
  const registrationInfo = await register(config, credential).catch(() => undefined);
  if (!registrationInfo) return null;
  const { credential: key, credentialBackedUp } = registrationInfo;
  return {
    credentialId: key.id,
    publicKey: Buffer.from(key.publicKey).toString('base64url'),
    counter: key.counter,
    transports: (credential.response.transports ?? []).join(','),
    synced: credentialBackedUp,
  };
}

/** The authenticator's new count of uses, or null when the response is refused. */
export async function verifiedUse(config: SiteConfig, passkey: Passkey, assertion: Assertion) {
  const sent = { ...assertion, rawId: assertion.id, clientExtensionResults: {} };
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: sent,
    expectedChallenge: challengeOf(assertion),
    expectedOrigin: expectedOrigin(config, assertion),
    expectedRPID: domainOf(config),
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  return verified && authenticationInfo
    ? { counter: authenticationInfo.newCounter, synced: authenticationInfo.credentialBackedUp }
    : null;
}
