/**
 * The address of tRPC: the sibling of the REST base, so `/api` gives `/trpc` and `https://x.test/v1/api/` gives
 * `https://x.test/v1/trpc`.
 */
export const trpcUrl = (apiBase: string): string =>
  `${apiBase.replace(/\/+$/, '').replace(/[^/]*$/, '')}trpc`;

/** The address of sockets beside an address of HTTP, as seen from a page. */
export function socketUrl(url: string, page: string): string {
  const address = new URL(url, page);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address.href;
}
