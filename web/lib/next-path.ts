/** Screens that send signed-in users on: going there again would change nothing, and show nothing. */
const SENDS_ON = /^\/(?:login|register)(?![\w-])/i;

/**
 * Where to go after sign-in: the `next` parameter if it is a path of this site, except sign-in. Values that a browser
 * could read as another site (`//host`, `/\host`, a scheme) are dropped.
 *
 * @param search the query string, with or without `?`
 */
export function nextPath(search: string): string | null {
  const next = new URLSearchParams(search).get('next');
  if (!next || !/^\/(?![/\\])[\x21-\x7e]*$/.test(next) || next.includes('\\') || SENDS_ON.test(next))
    return null;
  return next;
}

/** The path of a sign-in screen that returns to `next` afterwards. */
export const withNext = (screen: string, next: string | null): string =>
  next === null || next === '/' ? screen : `${screen}?next=${encodeURIComponent(next)}`;
