/**
 * The paths that the server answers itself; files and pages of the client have all others. Vite sends these to the server
 * in development (vite.config.ts).
 */
export const SERVER_PATHS =
  /^\/(?:api|cards|discord|embed|healthz|metrics|oembed|readyz|robots\.txt|sitemap|socket\.io|trpc|unsubscribe)\b/i;
