/** Authenticator apps that read the code and whose six digits of 30 seconds are what the server expects. */
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
