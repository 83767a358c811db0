/**
 * The keys of all advisory locks but `market_sequence`, which a trigger takes (docs/locks.md). They never change, as two
 * versions run during a release: the largest ones are what `hashtext` makes of their former names.
 */
export const ADVISORY_LOCKS = {
  // Of sessions.
  /** Every process that uses the embedded server shares it; the last one takes it exclusively and stops the server. */
  embeddedServer: 4_107_202,
  /** Only its holder changes the tables. */
  migration: 4_107_203,

  // Of transactions, in the order in which one takes them.
  demo: -1_580_112_830,
  /** Those who change other accounts. */
  administration: 0x61646d69,
  /** With an account's id. */
  account: 0x61636374,
  /** Two imports do not store the same line. */
  saleImport: 4_107_205,
  /** Processes that start at the same time do not load the catalogue concurrently. */
  catalogue: 4_107_201,
  flags: -2_066_448_977,
  followMatches: 2_105_545_671,
  itemMerge: -1_803_059_725,
  settings: -485_925_637,
  /** With the hash of an email address. */
  mailsTo: 4_107_206,
  /** The process that assigns matches to emails. */
  matchMails: 0x6d61696c,
  /** With a chain's number: only its holder adds to the chain. */
  seal: 4_107_204,
  /** The meaning of item names: shared by those who look names up and store them, exclusive for merges. */
  itemNames: 1_338_764_820,
} as const;
