import type { Request } from 'express';
import type { Config } from '../config.ts';
import type { Cookies } from '../modules/scope.ts';

/** The calls that read cookies. They are sent with no others. */
const PATHS = ['/api/auth', '/trpc/auth.login', '/trpc/auth.verify2fa', '/trpc/passkeys.signIn'];

/**
 * The cookies of a request, and of its response. No script can read them, and no other site can send them. With https,
 * their prefix makes browsers refuse one that was set without it.
 */
export function requestCookies(request: Request, { publicUrl }: Pick<Config, 'publicUrl'>): Cookies {
  const isSecure = publicUrl.startsWith('https:');
  const prefix = isSecure ? '__Secure-' : '';
  const attributes = `HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return {
    get: (name) =>
      request.headers.cookie
        ?.split('; ')
        .find((one) => one.startsWith(`${prefix}${name}=`))
        ?.slice(`${prefix}${name}=`.length),
    set: (name, value, seconds) => {
      const cookies = PATHS.map(
        (path) => `${prefix}${name}=${value}; Max-Age=${seconds}; Path=${path}; ${attributes}`,
      );
      request.res?.setHeader('Set-Cookie', cookies);
    },
  };
}
