/**
 * The address of tRPC: the sibling of the REST base, so `/api` gives `/trpc` and `https://x.test/v1/api/` gives
 * `https://x.test/v1/trpc`.
 */
export const trpcUrl = (apiBase: string): string =>
  `${apiBase.replace(/\/+$/, '').replace(/[^/]*$/, '')}trpc`;
