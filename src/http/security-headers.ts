import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Config } from '../config.ts';

/** A handler that express can mount, but that needs nothing of express. */
export type PlainHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** The headers that handlers set on a request from an origin, for responses that they do not see. */
export function headersSetBy(handlers: readonly PlainHandler[], origin?: string): Record<string, string> {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET' });
  if (origin !== undefined) request.headers.origin = origin;
  const response = new ServerResponse(request);
  for (const handle of handlers) handle(request, response, () => undefined);
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}

const YEAR_S = 31_536_000;

/** Browser features that no page of this site uses, so that injected code cannot use them either. */
const UNUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];
const PERMISSIONS = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ');

/**
 * Strict headers: nothing inline, images only from the configured hosts, no frames, no referrer, and https enforced
 * where the site is served over it.
 */
export function securityHeaders({ imageHosts, publicUrl }: Config): PlainHandler[] {
  const secure = publicUrl.startsWith('https:');
  return [
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          imgSrc: ["'self'", 'data:', ...imageHosts.map((host) => `https://${host}`)],
          fontSrc: ["'self'"],
          // Explicit, since not every browser includes the site's own sockets in 'self'.
          connectSrc: ["'self'", new URL(publicUrl).origin.replace(/^http/, 'ws')],
          manifestSrc: ["'self'"],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
          ...(secure && { upgradeInsecureRequests: [] }),
        },
      },
      strictTransportSecurity: secure && { maxAge: YEAR_S, includeSubDomains: true },
      referrerPolicy: { policy: 'no-referrer' },
      xFrameOptions: { action: 'deny' },
      crossOriginEmbedderPolicy: false,
    }),
    (_request, response, next) => {
      response.setHeader('Permissions-Policy', PERMISSIONS);
      next();
    },
  ];
}

/**
 * After `securityHeaders`, for embedded charts: any site may show them in a frame. They have no script, no form and no
 * session, so a site around them can neither read nor cause anything.
 */
export const framedHeaders: PlainHandler[] = [
  helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ['*'],
    },
  }),
  (_request, response, next) => {
    response.removeHeader('X-Frame-Options');
    next();
  },
];
