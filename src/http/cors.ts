import type { PlainHandler } from './security-headers.ts';

const ALLOWED = {
  'Access-Control-Expose-Headers': 'Retry-After, ETag, X-Request-Id, Content-Disposition, MarketDex-Sequence',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Idempotency-Key, If-None-Match, MarketDex-Sequence, X-TOTP-Token',
  'Access-Control-Max-Age': '600',
};

/**
 * Allows pages of configured origins to call the routes it is mounted on. It needs no cookies: callers send a token.
 */
export function crossOrigin(origins: readonly string[]): PlainHandler {
  const allowed = new Set(origins);
  return (request, response, next) => {
    if (allowed.size === 0) return next();
    response.appendHeader('Vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin)) return next();
    response.setHeader('Access-Control-Allow-Origin', origin);
    for (const [name, value] of Object.entries(ALLOWED)) response.setHeader(name, value);
    if (request.method !== 'OPTIONS') return next();
    response.writeHead(204, PREFLIGHT).end();
  };
}
