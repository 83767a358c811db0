/** Why a text is no query, and where: `from` to `to` are positions in the text, the last one left out. */
export interface QueryIssue {
  /** A sentence for a person. */
  message: string;
  from: number;
  to: number;
  /** What could stand there instead. */
  expected: string;
}

/** Carries a issue out of the parser's depths; never leaves `parseQuery`. */
export class QueryError extends Error {
  readonly issue: QueryIssue;

  constructor(issue: QueryIssue) {
    super(issue.message);
    this.issue = issue;
  }
}

/** A piece of a query with the place it was read from. */
export interface Piece {
  text: string;
  from: number;
  to: number;
}

/** At most so much of what somebody typed is repeated in a message. */
const REPEATED = 40;
export const quoted = (text: string): string =>
  `"${text.slice(0, REPEATED).replace(/\p{C}/gu, '\ufffd')}${text.length > REPEATED ? '…' : ''}"`;

export const issueAt = ({ from, to }: Omit<Piece, 'text'>, message: string, expected: string): QueryError =>
  new QueryError({ message, from, to, expected });
