/** Limits of cards and embedded charts: docs/product.md "Limits". */

/** The size of a card in pixels. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

/** The size of an embedded chart in CSS pixels, unless less is asked for. */
export const EMBED_SIZE = { width: 640, height: 360 } as const;

/** Pictures drawn per IP address and minute, multiplied by `RATE_LIMIT_FACTOR`; others are served from memory. */
export const RENDERS_PER_MINUTE = 60;
