import { SALE_KINDS, type SaleKind } from '../../contract/sale/kinds.ts';
import type { FoundName, KnownName, Vocabulary } from '../../contract/search/vocabulary.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { wordsKey } from './lexicon.ts';
import type { NameEntry, NameRow, NameTable } from './name-table.ts';

export interface KnownNames {
  tables: Record<SaleKind, NameTable>;
  /** The latest generation whose species are offered. */
  generation: number;
}

type Pictured = Pick<NameRow, 'image_url' | 'pokemon_type'>;

/** The vocabulary of the market. Its names have pictures too. */
export interface MarketVocabulary extends Vocabulary {
  containing(text: string): (FoundName & Pictured)[];
  similar(text: string): (FoundName & Pictured)[];
}

/** A search asks for the same pieces of its text several times. */
function remembered<T>(of: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text) ?? of(text);
    known.set(text, found);
    return found;
  };
}

/** What a search takes from the catalogue besides names; abilities up to a generation. */
export interface CatalogueTraits {
  abilityNames(generation: number): Vocabulary['abilities'];
  hiddenAbilityOf(generation: number, species: string, form?: string): string | undefined;
  normalFormOf: Vocabulary['normalFormOf'];
}

/** The vocabulary of the current names and the offered abilities, for one search. */
export function vocabularyOf(
  { tables, generation }: KnownNames,
  catalogue: CatalogueTraits,
): MarketVocabulary {
  const known = (entryOf: (table: NameTable) => NameEntry | undefined) =>
    SALE_KINDS.flatMap((kind): KnownName[] => {
      const entry = entryOf(tables[kind]);
      return entry && (entry.generation <= generation || entry.sales > 0) ? [{ kind, ...entry }] : [];
    });
  const found = (of: 'matching' | 'similar', text: string) =>
    SALE_KINDS.flatMap((kind) =>
      withKind(kind, tables[kind][of](generation, text, LIMITS.search.suggestions)),
    )
      // Stable: within a kind, equal distances keep their order.
      .toSorted((a, b) => a.distance - b.distance || b.sales - a.sales);
  return {
    abilities: catalogue.abilityNames(generation),
    hiddenAbilityOf: (species, form) => catalogue.hiddenAbilityOf(generation, species, form),
    normalFormOf: (species) => catalogue.normalFormOf(species),
    named: (text) => known((table) => table.byName(text)),
    ofWords(words) {
      const key = wordsKey(words);
      return known((table) => table.byWords(key));
    },
    containing: remembered((text) => found('matching', text)),
    similar: remembered((text) => found('similar', text)),
  };
}

const withKind = <T>(kind: SaleKind, entries: readonly T[]) => entries.map((entry) => ({ kind, ...entry }));
