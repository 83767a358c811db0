/**
 * The address of tRPC: the sibling of the REST base, so `/api` gives `/trpc` and `https://x.test/v1/api/` gives
 * `https://x.test/v1/trpc`.
 */
export const trpcUrl = (apiBase: string): string =>
  `${apiBase.replace(/\/+$/, '').replace(/[^/]*$/, '')}trpc`;

/** The WebSocket URL that corresponds to an HTTP URL, resolved against the page. */
export function socketUrl(url: string, page: string): string {
  const address = new URL(url, page);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address.href;
}
