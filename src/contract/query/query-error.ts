import type { Span } from '../shared/text.ts';

export interface QueryIssue extends Span {
  /** A sentence for users. */
  message: string;
  /** What is valid at this position. */
  expected: string;
}

/** Carries an issue out of the parser; `parseQuery` catches it. */
export class QueryError extends Error {
  readonly issue: QueryIssue;

  constructor(issue: QueryIssue) {
    super(issue.message);
    this.issue = issue;
  }
}

export interface Piece extends Span {
  text: string;
}

export const issueAt = ({ from, to }: Span, message: string, expected: string): QueryError =>
  new QueryError({ message, from, to, expected });
