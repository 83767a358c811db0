/** Who answers for this site; null where the operator has published nothing. */
export interface Provider {
  name: string | null;
  address: string | null;
  email: string | null;
}

/** The provider as published: nothing so far. */
export const PROVIDER: Provider = { name: null, address: null, email: null };
