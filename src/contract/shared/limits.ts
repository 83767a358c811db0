/** Numbers the product fixes: docs/product.md "Validation", docs/product.md "Limits", docs/api.md "Ground rules". */
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
  review: {
    /** How long a decision can be taken back by whoever made it; what tells others of it waits as long. */
    undoSeconds: 10,
    /** Sales of one bulk call: the largest page. */
    bulk: 50,
    /** Neighbours shown of each kind, and similar sales. */
    shown: 6,
    /** Decided submissions that make a submitter's record. */
    record: 100,
    /** Sales of the same thing so many days apart, or fewer, look like one. */
    nearDays: 3,
    /** A price of over so many times the median of comparable sales, or under that part of it, is flagged. */
    priceFactor: 3,
    comparables: { min: 3, years: 5 },
    /** Sales returned to review in one transaction. */
    returnBatch: 100,
    /** Decisions further apart than this belong to two sittings. */
    sittingMinutes: 15,
  },
  logs: {
    default: 100,
    max: 1000,
    search: 200,
    /** Characters of a message on screen; the rest shows when the line is opened. */
    shown: 200,
    /** Lines around one. */
    context: 50,
    /** Days that lines are kept. */
    days: 30,
    /** How long a search may take. */
    searchMs: 5_000,
    reconnect: { delayMs: 1000, maxDelayMs: 5000, jitter: 0.5, timeoutMs: 20_000 },
  },
  duplicates: {
    shown: 10,
    /** Groups of a kind in one answer; totals stand beside. */
    listed: 500,
    merge: 1_000,
  },
  adminPageSize: 50,
  /** Lines of recent activity. */
  activity: { default: 20, max: 50 },
  live: {
    /** How often an open channel's account is looked up again. */
    recheckMs: 60_000,
    /** When nothing has changed for so long, what a page has just loaded misses nothing. */
    quietMs: 60_000,
    /** Subscriptions of one connection. */
    perConnection: 20,
    /** Open at once, times `RATE_LIMIT_FACTOR`. */
    connectionsPerAddress: 50,
    /** Updates that wait for a slow reader; beyond, one tells that some were missed. */
    waiting: 1_000,
    /** Answers that wait for a reader who asks and does not read; beyond, the connection is cut. */
    unsentBytes: 1024 * 1024,
  },
  autocomplete: { minChars: 2, debounceMs: 300, browse: 10, submit: 50, default: 10, max: 50 },
  priceHistory: { defaultDays: 90, maxDays: 3650, points: 1000 },
  /** The advanced query: characters, terms, and groups inside each other. */
  query: { length: 2000, terms: 100, depth: 20 },
  similar: {
    /** Sales shown. */
    shown: 12,
    /** Fewer comparable sales say nothing about a price. */
    min: 5,
    years: 5,
    /** Sales more days apart than this differ in time. */
    apartDays: 90,
  },
  /** How long a public read may hold a connection of the database. */
  publicReadMs: 2_000,
  /** Changes of public sales are kept so long for pages that come back. */
  saleChangeHours: 24,
  /** The chart shows only above this many results. */
  chartMinResults: 5,
  submitResetMs: 3000,
  idempotencyKeyHours: 24,
  twoFactor: {
    digits: 6,
    stepSeconds: 30,
    /** Wrong codes in a row that block the account's second step, and for how long. */
    blockAfter: 3,
    blockSeconds: 30,
    longBlockAfter: 10,
    longBlockSeconds: 900,
    triesPerDay: 50,
    triesPerPendingToken: 5,
    pendingMinutes: 5,
    recoveryCodes: 10,
    qr: { errorCorrection: 'M', cell: 4, margin: 20 },
    copiedMs: 3000,
  },
  passwordReset: { minutes: 30, redirectMs: 3000 },
  /**
   * Uses in a window of so many seconds (docs/security.md "Decided"), each times `RATE_LIMIT_FACTOR`. Sign-ins are the
   * failed ones. `…Typed` counts a name or mail address as somebody typed it, and is what a visitor is told of;
   * `…Account` counts the account behind both and is never told of, or it would say which name has which address.
   */
  rates: {
    signInAddress: { points: 30, seconds: 300 },
    signInTyped: { points: 10, seconds: 900 },
    signInAccount: { points: 10, seconds: 900 },
    register: { points: 10, seconds: 3600 },
    resetAddress: { points: 20, seconds: 3600 },
    resetTyped: { points: 5, seconds: 3600 },
    resetAccount: { points: 5, seconds: 3600 },
    submit: { points: 60, seconds: 3600 },
    submitStaff: { points: 600, seconds: 3600 },
  },
  /** Public reads of an address: so many a minute, and bursts of so many beyond that once a minute. */
  reads: { perMinute: 300, burst: 100 },
  bodyBytes: 64 * 1024,
  /** Objects and lists inside each other, in any input. */
  inputDepth: 16,
  batchCalls: 10,
} as const;
