import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Config } from '../config.ts';

const YEAR_S = 31_536_000;

/** What no page of this site uses, and nothing that gets into one shall. */
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
  'publickey-credentials-get',
  'usb',
];
const PERMISSIONS = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ');

/**
 * Strict headers: nothing inline, pictures from the configured hosts alone, no frames, no address told to other
 * sites, and https for good where the site is served by it.
 */
export function securityHeaders({ imageHosts, publicUrl }: Config): RequestHandler[] {
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
          // Named, since not every browser counts the site's own sockets as 'self'.
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
