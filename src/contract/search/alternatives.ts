import { type MarketFilters, START } from '../market/market-search-params.ts';
import type { QueryNode } from '../query/ast.ts';
import { nodeOf } from '../query/convert.ts';
import { printQuery } from '../query/printer.ts';
import type { SaleKind } from '../sale/kinds.ts';
import { keysOf } from '../shared/record.ts';
import type { Span } from '../shared/text.ts';
import type { SearchTerm } from './search-text.ts';

/** A piece of a text with the filters that it sets alone; without filters it has no meaning. */
interface Piece extends Span {
  filters?: MarketFilters;
}

/** What OR joins in a text. */
interface Choices {
  /** Pieces of which a sale has to match one. */
  terms: (SearchTerm & { alternatives: MarketFilters[] })[];
  /** Those with an alternative that has no meaning, or contradicts an earlier piece. */
  ignored: Span[];
}

const OR = /^[\s,;)]*(?:and\s*\/\s*)?or(?:\s+(?:an?|the|else))?[\s,;(]*$/i;
const SLASH = /^\s*[/|]\s*$/;
const COMMA = /^\s*,\s*$/;

const paramsOf = ({ filters = {} }: Piece): string => Object.keys(filters).toSorted().join();
const isName = ({ filters }: Piece): boolean => filters?.name !== undefined;

/**
 * Runs of pieces that OR joins. A slash or a list of values of one filter can only mean OR: `adamant/jolly`; a list
 * needs an OR before its last value.
 */
function runsIn(source: string, pieces: readonly Piece[]): Piece[][] {
  const runs: { pieces: Piece[]; hasOr: boolean }[] = [];
  for (const piece of pieces.toSorted((a, b) => a.from - b.from)) {
    const run = runs.at(-1);
    const last = run?.pieces.at(-1);
    const between = last ? source.slice(last.to, piece.from) : '';
    const isOfOneFilter = last && paramsOf(last) !== '' && paramsOf(last) === paramsOf(piece);
    const isOr = OR.test(between) || (isOfOneFilter && SLASH.test(between));
    // `adamant garchomp or jolly dragonite` has no meaning here.
    const areAlike = last && isName(last) === isName(piece);
    if (run && areAlike && (isOr || (isOfOneFilter && COMMA.test(between)))) {
      run.pieces.push(piece);
      run.hasOr ||= Boolean(isOr);
    } else runs.push({ pieces: [piece], hasOr: false });
  }
  return runs.flatMap((run) => (run.hasOr ? [run.pieces] : []));
}

const differ = ({ filters = {} }: Piece, other: Piece): boolean =>
  keysOf(filters).some(
    (param) => other.filters?.[param] !== undefined && other.filters[param] !== filters[param],
  );

export function choicesIn(source: string, pieces: readonly Piece[]): Choices {
  const choices: Choices = { terms: [], ignored: [] };
  for (const run of runsIn(source, pieces)) {
    const span = { from: run[0]?.from ?? 0, to: run.at(-1)?.to ?? 0 };
    const alternatives = run.flatMap((piece) => (paramsOf(piece) ? (piece.filters ?? []) : []));
    const isRefuted = pieces.some((piece) => piece.from < span.from && run.some((one) => differ(piece, one)));
    if (alternatives.length === run.length && !isRefuted)
      choices.terms.push({ ...span, filters: {}, alternatives });
    else choices.ignored.push(span);
  }
  return choices;
}

/** `nature IN (Adamant, Jolly)` for values of one field, otherwise terms with OR. */
function eitherOf(kind: SaleKind, alternatives: readonly MarketFilters[]): QueryNode {
  const nodes = alternatives.flatMap(({ query: _, ...filters }) => nodeOf({ kind, ...filters }) ?? []);
  const compared = nodes.flatMap((node) =>
    node.type === 'and' && node.terms.length === 1
      ? (node.terms.find((term) => term.type === 'compare') ?? [])
      : [],
  );
  const [first] = compared;
  const isIn =
    compared.length === nodes.length &&
    compared.every(
      ({ op, field, value }) => op === '=' && field === first?.field && typeof value !== 'boolean',
    );
  return first && isIn
    ? { type: 'in', field: first.field, values: compared.map(({ value }) => value), negated: false }
    : { type: 'or', terms: nodes };
}

/** The alternatives of a text as an advanced query, because simple filters have no OR; undefined without any. */
export function choicesQuery(kind: SaleKind | null, { terms }: Choices): string | undefined {
  const nodes = terms.map(({ alternatives }) => eitherOf(kind ?? START.kind, alternatives));
  return nodes.length > 0 ? printQuery({ type: 'and', terms: nodes }) : undefined;
}
