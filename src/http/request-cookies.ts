import type { Request } from 'express';
import type { Config } from '../config.ts';
import type { Cookies } from '../modules/scope.ts';

/** The calls that read cookies. They are sent with no others. */
const PATHS = ['/api/auth', '/trpc/auth.login', '/trpc/auth.verify2fa'];

/** The cookies of a request, and of its response. No script can read them, and no other site can send them. */
export function requestCookies(request: Request, { publicUrl }: Pick<Config, 'publicUrl'>): Cookies {
  const attributes = `HttpOnly; SameSite=Strict${publicUrl.startsWith('https:') ? '; Secure' : ''}`;
  return {
    get: (name) =>
      request.headers.cookie
        ?.split('; ')
        .find((one) => one.startsWith(`${name}=`))
        ?.slice(name.length + 1),
    set: (name, value, seconds) => {
      const cookies = PATHS.map(
        (path) => `${name}=${value}; Max-Age=${seconds}; Path=${path}; ${attributes}`,
      );
      request.res?.setHeader('Set-Cookie', cookies);
    },
  };
}
