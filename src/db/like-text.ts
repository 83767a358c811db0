import { foldCase } from '../contract/query/matching.ts';

/** Escapes LIKE wildcards. */
export const likeText = (text: string): string => foldCase(text).replace(/[\\%_]/g, '\\$&');
