/**
 * Where to go after signing in: the `next` parameter of the address if it is a path of this site. Anything that
 * a browser could read as another site (`//host`, `/\host`, a scheme) is dropped.
 *
 * @param search the query string, with or without `?`
 */
export function nextPath(search: string): string | null {
  const next = new URLSearchParams(search).get('next');
  if (!next || !/^\/(?![/\\])[\x21-\x7e]*$/.test(next) || next.includes('\\')) return null;
  return next;
}

/** The address of a sign-in screen that leads back to a place. */
export const withNext = (screen: string, next: string | null): string =>
  next === null || next === '/' ? screen : `${screen}?next=${encodeURIComponent(next)}`;
