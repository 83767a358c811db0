import { foldCase } from '../contract/query/matching.ts';

/** Escapes what LIKE would read as a wildcard. */
export const likeText = (text: string): string => foldCase(text).replace(/[\\%_]/g, '\\$&');
