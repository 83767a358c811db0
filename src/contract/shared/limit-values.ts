/** Limits of the product: docs/product.md "Validation", docs/product.md "Limits", docs/api.md "Ground rules". */

export const username = { min: 3, max: 50 } as const;
export const password = { min: 6, max: 256 } as const;
export const email = { max: 254 } as const;
export const name = { max: 100 } as const;
/** Characters of the header User-Agent; more are not stored. */
export const userAgent = { max: 400 } as const;
export const proofUrl = { max: 2048 } as const;
export const reviewNotes = { max: 1000 } as const;
export const suspensionReason = { max: 500 } as const;
export const price = { min: 1, max: 999_999_999_999 } as const;
export const iv = { min: 0, max: 31 } as const;
export const level = { min: 1, max: 100 } as const;
export const id = { max: 2_147_483_647 } as const;
/** Maximum of `page × limit`, because deep offsets are expensive for the database. */
export const offset = 100_000;
export const list = { default: 50, max: 100 } as const;
/** Newest sales that accompany an answer. */
export const lastSales = 5;
export const browsePageSizes = [25, 50, 100] as const;
export const reviewPageSizes = [10, 15, 25, 50] as const;
export const reviewPageSize = 15;
export const review = {
  /** How long a reviewer can undo a decision. Notifications about it are delayed by the same time. */
  undoSeconds: 10,
  /** Maximum number of sales in a bulk call: the largest page. */
  bulk: 50,
  /** Number of related sales shown per flag, and of similar sales. */
  shown: 6,
  /** Number of decided submissions in a submitter's record. */
  record: 100,
  /** Equal sales at most this many days apart are probable duplicates. */
  nearDays: 3,
  /** A price is flagged when it differs from the median of comparable sales by more than this factor. */
  priceFactor: 3,
  minComparables: 3,
  /** Sales returned to review in one transaction. */
  returnBatch: 100,
  /** A longer pause between decisions starts a new review session. */
  sittingMinutes: 15,
} as const;
export const logs = {
  default: 100,
  max: 1000,
  search: 200,
  /** Characters of a message in the list; an expanded line shows all. */
  shown: 200,
  /** Lines in the context of a line. */
  context: 50,
  /** Maximum count of the lines of a category; a larger one costs too much. */
  counted: 10_000,
  /** Default retention in days. */
  days: 30,
  searchMs: 5_000,
  reconnect: { delayMs: 1000, maxDelayMs: 5000, jitter: 0.5, timeoutMs: 20_000 },
} as const;
export const duplicates = {
  shown: 10,
  /** Groups per kind in a response; the totals count all groups. */
  listed: 500,
  merge: 1_000,
} as const;
export const adminPageSize = 50;
/** Rows of a page of an account's own data. */
export const dataPage = 500;
/** Lines of recent activity. */
export const activity = { default: 20, max: 50 } as const;
export const live = {
  /** Interval for checking the account of an open channel again. */
  recheckMs: 60_000,
  /** Maximum number of subscriptions per connection, and per connection without a session. */
  perConnection: 20,
  perVisitor: 3,
  /** Maximum number of open connections, multiplied by `RATE_LIMIT_FACTOR`. */
  connectionsPerAddress: 50,
  /** Updates queued for a slow client; further ones are replaced by a message that updates were lost. */
  waiting: 1_000,
  /** Bytes buffered for a client that does not read; beyond this the connection is closed. */
  unsentBytes: 1024 * 1024,
  /** Messages of a client that does not read, until its connection is closed: short responses take far more memory than bytes. */
  unsentMessages: 1_000,
} as const;
export const autocomplete = {
  minChars: 2,
  browse: 10,
  submit: 50,
  default: 10,
  max: 50,
} as const;
/** Characters of a search text, and its suggestions: of both kinds, and of one kind while the other has more. */
export const search = { length: 200, suggestions: 10, perKind: 5 } as const;
/** Characters of a pasted text, and the sets of it that are read. */
export const paste = { length: 20_000, sets: 24 } as const;
/**
 * The start page's overview: days before today that count as recent, the entries of each of its lists, and the newest
 * sales of each kind among which the most traded names are counted.
 */
export const overview = { recentDays: 7, shown: 5, counted: 2_500 } as const;
/** `maxDays` is all time: until the year 2099 it reaches back to `FIRST_DAY` of dates.ts, before which nothing was sold. */
export const priceHistory = { defaultDays: 90, maxDays: 73_000, points: 1000 } as const;
/** Advanced query: characters, terms, and nesting depth of groups. */
export const query = { length: 2000, terms: 100, depth: 20 } as const;
export const similar = {
  shown: 12,
  /** Fewer sales are not conclusive. */
  min: 5,
  /** Similar sales, and those whose median is the usual price, are at most this old. */
  years: 5,
  /** Of more exact matches or similar sales, only the newest are considered. */
  considered: 500,
  /** Sales more than this many days apart count as different in time. */
  apartDays: 90,
} as const;
/** The worth of traits (docs/trait-worth.md). */
export const traitWorth = {
  /** Sales more than this many days apart are not a pair. */
  pairDays: 60,
  /** Fewer pairs are too few to show. */
  minPairs: 5,
  /** The newest sales of a name in which pairs are searched. */
  sales: 2_000,
  /** The pairs of a trait that are listed, newest first. */
  listed: 100,
  /** The share of names without any premium on which a trait may be called dearer or cheaper. */
  claimLevel: 0.05,
} as const;
export const reportComment = { max: 500 } as const;
/** Characters of the number of another sale, or of the link to its page, as typed. */
export const saleReference = 200;
export const reports = {
  /** Open reports of an account. */
  open: 20,
  /** The number of latest decided reports that make up an account's record. */
  record: 100,
  /** Reports of a sale that a reviewer sees. */
  shown: 50,
} as const;
export const follows = {
  perAccount: 50,
  /** Newest matches that a follow shows. */
  shown: 20,
  /** Newest matches in an Atom feed. */
  feed: 50,
  /** Days for which matches are kept. */
  matchDays: 90,
} as const;
/** Retention of entries in days, the newest entries that an account keeps, and the characters of an entry's key. */
export const inbox = { days: follows.matchDays, entries: 500, key: 120 } as const;
/** The size of a card in pixels. */
export const card = { width: 1200, height: 630 } as const;
/** The size of an embedded chart in CSS pixels, unless less is asked for. */
export const embed = { width: 640, height: 360 } as const;
/** Maximum time that a public read holds a database connection. */
export const publicReadMs = 2_000;
/** Retention of changes to public sales, so that reconnecting pages can resume. */
export const saleChangeHours = 24;
/** The chart shows only for more results than this. */
export const chartMinResults = 5;
export const idempotencyKeyHours = 24;
/** Sessions of an account. */
export const sessions = 20;
/** Changes to an account's security require a sign-in or a confirmation at most this old. */
export const confirmationMinutes = 5;
/** Known browsers of an account, and the days after its last sign-in that one is known. */
export const knownDevices = { perAccount: 20, days: 180 } as const;
/** One wrong password for this many names within this time is an alarm. */
export const repeatedPassword = { accounts: 10, minutes: 60 } as const;
/** This many failed sign-ins within an hour cause an email to the owner, at most one an hour. */
export const failedSignIns = { points: 10, seconds: 3600 } as const;
export const twoFactor = {
  digits: 6,
  stepSeconds: 30,
  recoveryCodes: 10,
  qr: { errorCorrection: 'M', cell: 4, margin: 20 },
} as const;
/** Characters of a code of the second factor as typed, with spaces and hyphens. */
export const typedCode = 100;
/** What follows wrong codes. Not in `twoFactor`, which the client loads. */
export const wrongCodes = {
  /** Consecutive wrong codes that block the account's second factor, and the duration of the block. */
  blockAfter: 3,
  blockSeconds: 30,
  longBlockAfter: 10,
  longBlockSeconds: 900,
  triesPerDay: 50,
  triesPerPendingToken: 5,
  pendingMinutes: 5,
} as const;
/** How long checkers and admins may work without the second factor that the setting requires. */
export const staffFactorGraceDays = 14;
export const passkeys = {
  /** Passkeys of an account. */
  max: 10,
  /** Characters of a name. */
  name: 50,
  challengeMinutes: 5,
  /** Characters of a part of a browser's response. */
  bytes: 16_384,
} as const;
export const passwordReset = { minutes: 30 } as const;
/** Validity of links that confirm an email address or undo its change, and the daily confirmation emails per address. */
export const addressLink = { confirmHours: 24, undoHours: 7 * 24, mailsPerDay: 5 } as const;
export interface Rate {
  points: number;
  seconds: number;
  /** What is counted. */
  per: 'network' | 'device' | 'account' | 'typed';
  /** Whether uses are refused while Redis is unavailable, instead of counted in each process. */
  failClosed?: boolean;
}
/**
 * Points per window in seconds (docs/security.md "Limits"), multiplied by `RATE_LIMIT_FACTOR`. For sign-ins, successes
 * count by address and by known device, and otherwise only failures. `signInRow` counts the failures since the last
 * success. `…Typed` counts a username or email address as typed, and its limit is reported to the visitor.
 * `…Account` counts the account and is never reported, because that would reveal which name has which address.
 */
export const rates = {
  signInAddress: { points: 30, seconds: 300, per: 'network', failClosed: true },
  signInTyped: { points: 10, seconds: 900, per: 'typed', failClosed: true },
  signInAccount: { points: 10, seconds: 900, per: 'account', failClosed: true },
  signInRow: { points: 100, seconds: 31_536_000, per: 'account', failClosed: true },
  signInDevice: { points: 10, seconds: 900, per: 'device', failClosed: true },
  register: { points: 10, seconds: 3600, per: 'network' },
  resetAddress: { points: 20, seconds: 3600, per: 'network' },
  resetTyped: { points: 5, seconds: 3600, per: 'typed' },
  /** As long as a link lives: the last email of a window has one that is valid until the next window. */
  resetAccount: { points: 5, seconds: passwordReset.minutes * 60, per: 'account' },
  addressMails: { points: 5, seconds: 3600, per: 'account' },
  webhookTests: { points: 10, seconds: 3600, per: 'account' },
  addressLinks: { points: 20, seconds: 3600, per: 'network' },
  submit: { points: 60, seconds: 3600, per: 'account' },
  submitStaff: { points: 600, seconds: 3600, per: 'account' },
  report: { points: 20, seconds: 86_400, per: 'account' },
} as const satisfies Record<string, Rate>;
/** Open connections of an IP address, or its requests in progress behind a proxy; multiplied by `RATE_LIMIT_FACTOR`. */
export const connectionsPerAddress = 300;
/** Calls of visitors per IP address: a rate, which counts by the second, and one additional burst per minute. */
export const reads = { perMinute: 300, burst: 100 } as const;
/** Calls of an account, counted in the same way. */
export const calls = {
  user: { perMinute: 600, burst: 200 },
  staff: { perMinute: 3_000, burst: 600 },
} as const;
/**
 * Pictures per minute and IP address that were not requested since the market last changed, multiplied by
 * `RATE_LIMIT_FACTOR`.
 */
export const rendersPerMinute = 60;
/** Lookups per minute and IP address of tokens that this process does not know; valid ones are not counted. */
export const unknownTokens = 60;
/**
 * How many calls of an account, and reads of an address, run at once; how many wait in a process, and for how long. Beyond
 * their burst, calls of ordinary accounts start at a limited rate, and sign-ins and reads of an address share few places.
 */
export const turns = {
  user: { atOnce: 3, pace: { burst: 30, perSecond: 40 } },
  staff: { atOnce: 8 },
  read: { atOnce: 3, pace: { burst: 10, perSecond: 5 }, together: 1 },
  signIn: { pace: { burst: 2, perSecond: 0.1 } },
  waiting: 200,
  waitMs: 5_000,
} as const;
/** Calls of one socket that run at once. */
export const socketCalls = 8;
export const bodyBytes = 64 * 1024;
/** Maximum nesting depth of objects and lists in any input. */
export const inputDepth = 16;
export const batchCalls = 10;
