/** Numbers the product fixes: SPEC sections 5 and 9, API.md "Ground rules". */
export const LIMITS = {
  username: { min: 3, max: 50 },
  password: { min: 6, max: 256 },
  email: { max: 254 },
  name: { max: 100 },
  proofUrl: { max: 2048 },
  reviewNotes: { max: 1000 },
  price: { min: 1, max: 999_999_999_999 },
  iv: { min: 0, max: 31 },
  level: { min: 1, max: 100 },
  id: { max: 2_147_483_647 },
  /** `page × limit` beyond this is refused: deep offsets cost more than a narrower filter. */
  offset: 100_000,
  list: { default: 50, max: 100 },
  browsePageSizes: [25, 50, 100],
  reviewPageSizes: [10, 15, 25, 50],
  reviewPageSize: 15,
  autocomplete: { minChars: 2, debounceMs: 300, browse: 10, submit: 50, default: 10, max: 50 },
  priceHistory: { defaultDays: 90, maxDays: 3650, points: 1000 },
  /** The chart shows only above this many results. */
  chartMinResults: 5,
  submitResetMs: 3000,
  idempotencyKeyHours: 24,
  bodyBytes: 64 * 1024,
  batchCalls: 10,
} as const;
