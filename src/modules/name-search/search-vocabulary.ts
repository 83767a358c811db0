import { SALE_KINDS, type SaleKind } from '../../contract/sale/kinds.ts';
import type { FoundName, KnownName, Vocabulary } from '../../contract/search/vocabulary.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import type { KnownNames } from './name-index.ts';
import type { NameEntry } from './name-table.ts';

/** A name with its picture. */
interface Pictured {
  image_url: string | null;
}

/** The vocabulary of the market. Its names have pictures too. */
export interface MarketVocabulary extends Vocabulary {
  containing(text: string): (FoundName & Pictured)[];
  similar(text: string): (FoundName & Pictured)[];
}

/** The vocabulary of the current names and the offered abilities. */
export function vocabularyOf(
  { tables, generation }: KnownNames,
  abilities: readonly string[],
): MarketVocabulary {
  const isKnown = (entry: NameEntry) => entry.generation <= generation || entry.sales > 0;
  const found = (of: 'matching' | 'similar', text: string) =>
    SALE_KINDS.flatMap((kind) =>
      withKind(kind, tables[kind][of](generation, text, LIMITS.search.suggestions)),
    )
      // Stable: within a kind, equal distances keep their order.
      .toSorted((a, b) => a.distance - b.distance || b.sales - a.sales);
  return {
    abilities,
    named: (text) =>
      SALE_KINDS.flatMap((kind): KnownName[] => {
        const entry = tables[kind].byName(text);
        return entry && isKnown(entry) ? [{ kind, ...entry }] : [];
      }),
    containing: (text) => found('matching', text),
    similar: (text) => found('similar', text),
  };
}

const withKind = <T>(kind: SaleKind, entries: readonly T[]) => entries.map((entry) => ({ kind, ...entry }));
