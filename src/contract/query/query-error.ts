/** A syntax error with its position: `from` is inclusive, `to` exclusive. */
export interface QueryIssue {
  /** A sentence for users. */
  message: string;
  from: number;
  to: number;
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

/** A piece of a query with its position. */
export interface Piece {
  text: string;
  from: number;
  to: number;
}

export const issueAt = ({ from, to }: Omit<Piece, 'text'>, message: string, expected: string): QueryError =>
  new QueryError({ message, from, to, expected });
