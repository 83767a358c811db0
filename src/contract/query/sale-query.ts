import { z } from 'zod';
import type { SaleKind } from '../sale/kinds.ts';
import type { QueryNode } from './ast.ts';
import { issueSentence, parseQuery } from './parser.ts';
import { printQuery } from './printer.ts';

/** An advanced query that was understood. */
export interface SaleQuery {
  ast: QueryNode;
  /** Its one spelling: queries of the same text mean the same on the same day. */
  text: string;
}

/** The text of an advanced query on sales of a kind; blank counts as absent, a faulty one is refused with its place. */
export const zQueryOf = (kind: SaleKind) =>
  z.string({ error: 'query must be a text' }).transform((text, context): SaleQuery | undefined => {
    if (text.trim() === '') return undefined;
    const parsed = parseQuery(text, kind);
    if (parsed.ok) return { ast: parsed.ast, text: printQuery(parsed.ast) };
    context.addIssue({ code: 'custom', message: `query: ${issueSentence(parsed.issue)}` });
    return z.NEVER;
  });
