import { z } from 'zod';
import type { SaleKind } from '../sale/kinds.ts';
import type { QueryNode } from './ast.ts';
import { issueSentence, parseQuery } from './parser.ts';
import { printQuery } from './printer.ts';

/** A valid advanced query. */
export interface SaleQuery {
  ast: QueryNode;
  /** Canonical text: queries with the same text have the same result on the same day. */
  text: string;
}

/** Parses an advanced query for a kind of sales. Blank counts as absent; an error contains its position. */
export const zQueryOf = (kind: SaleKind) =>
  z.string({ error: 'query must be text' }).transform((text, context): SaleQuery | undefined => {
    if (text.trim() === '') return undefined;
    const parsed = parseQuery(text, kind);
    if (parsed.ok) return { ast: parsed.ast, text: printQuery(parsed.ast) };
    context.addIssue({ code: 'custom', message: `query: ${issueSentence(parsed.issue)}` });
    return z.NEVER;
  });
