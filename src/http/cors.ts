import type { RequestHandler } from 'express';

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, X-TOTP-Token',
  'Access-Control-Max-Age': '600',
};

/**
 * Allows pages of configured origins to call the routes it is mounted on. It needs no cookies: callers send a token.
 */
export function crossOrigin(origins: readonly string[]): RequestHandler {
  const allowed = new Set(origins);
  return (request, response, next) => {
    if (allowed.size === 0) return next();
    response.vary('Origin');
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin)) return next();
    response.set({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id, Content-Disposition',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    if (request.method !== 'OPTIONS') return next();
    response.set(PREFLIGHT).status(204).end();
  };
}
