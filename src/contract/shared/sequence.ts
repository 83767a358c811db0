/** The header with the number of the latest change that an answer includes; callers send it back with the next request. */
export const SEQUENCE_HEADER = 'MarketDex-Sequence';

/** The number of a header or parameter; 0 for none, and for text that no server has sent. */
export const sequenceOf = (text: unknown): number =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : 0;
