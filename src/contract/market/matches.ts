/** How a sale matches what was asked for (docs/similar-sales.md). Only the first two are compared. */
export const MATCHES = ['exact', 'similar', 'other'] as const;
export type Match = (typeof MATCHES)[number];
