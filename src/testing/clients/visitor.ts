/** The path of a query over tRPC. */
export const trpcPath = (path: string, input: unknown = {}): string =>
  `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`;

/** The path of a batch of queries over tRPC. */
export function batchPath(calls: readonly (readonly [path: string, input: unknown])[]): string {
  const inputs = JSON.stringify(Object.fromEntries(calls.map(([, input], index) => [index, input])));
  return `/trpc/${calls.map(([path]) => path).join(',')}?batch=1&input=${encodeURIComponent(inputs)}`;
}

/** Fetches a URL like a visitor, without compression. */
export async function read(url: string, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}${path}`, { headers: { 'accept-encoding': 'identity', ...headers } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
