/** Retention of entries in days, and the newest entries that an account keeps. */
export const INBOX_KEPT = { days: 90, entries: 500 } as const;
/** Characters of the key of an entry. */
export const ENTRY_KEY_MAX = 120;
