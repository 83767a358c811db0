/** The keys of the review screen, in the order in which the help tells them. */
export const REVIEW_KEYS = [
  { key: 'j', does: 'Next sale; past the end of a page that is done, the next page' },
  { key: 'k', does: 'Previous sale' },
  { key: 'Enter', does: 'Open the sale' },
  { key: 'a', does: 'Approve' },
  { key: 'r', does: 'Reject: 1 to 6 choose a reason, Enter sends' },
  { key: 'e', does: 'Edit' },
  { key: 'x', does: 'Select for a decision on several at once' },
  { key: 'u', does: 'Undo the last decision, for 10 seconds' },
  { key: '/', does: 'Filter all submissions' },
  { key: '?', does: 'This help' },
] as const;
