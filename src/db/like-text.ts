import { foldCase } from '../contract/shared/text.ts';

/** Escapes LIKE wildcards. */
export const likeText = (text: string): string => foldCase(text).replace(/[\\%_]/g, '\\$&');
