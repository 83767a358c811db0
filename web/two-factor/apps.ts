/** Authenticator apps that can scan the code and produce six digits every 30 seconds. */
export const AUTHENTICATOR_APPS = [
  'Google Authenticator',
  'Microsoft Authenticator',
  'Authy',
  'Aegis',
  '2FAS',
  'Bitwarden',
  '1Password',
  'Ente Auth',
] as const;
