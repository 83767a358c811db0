/** Limits of follows (docs/follows.md). */
export const FOLLOW_LIMITS = {
  /** Follows of an account. */
  perAccount: 50,
  /** Newest matches that a follow shows. */
  shown: 20,
  /** Newest matches in an Atom feed. */
  feed: 50,
  /** Days for which matches are kept. */
  matchDays: 90,
} as const;
