import type { Span } from '../shared/text.ts';

export interface Piece extends Span {
  text: string;
}

export interface QueryIssue extends Span {
  /** What is wrong, for users, without a full stop. */
  message: string;
  /** What is valid at this position. */
  expected: string;
  /** What was probably meant: a text for a part of the query, which need not be the wrong one. */
  meant?: Piece;
}

/** Carries an issue out of the parser; `parseQuery` catches it. */
export class QuerySyntaxError extends Error {
  readonly issue: QueryIssue;

  constructor(issue: QueryIssue) {
    super(issue.message);
    this.issue = issue;
  }
}

/** @param meant what was probably meant; a text replaces the wrong part */
export const issueAt = (
  { from, to }: Span,
  message: string,
  expected: string,
  meant?: string | Piece,
): QuerySyntaxError => {
  const piece = typeof meant === 'string' ? { from, to, text: meant } : meant;
  return new QuerySyntaxError({ message, from, to, expected, ...(piece && { meant: piece }) });
};

/** A query with what was probably meant. */
export const corrected = (query: string, { from, to, text }: Piece): string =>
  query.slice(0, from) + text + query.slice(to);
