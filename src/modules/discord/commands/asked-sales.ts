import type { z } from 'zod';
import type { Config } from '../../../config.ts';
import { listSubject, pagePath } from '../../../contract/cards/card-paths.ts';
import { filtersFor } from '../../../contract/market/filter-fields.ts';
import {
  type MarketSearch,
  type SearchSuggestion,
  zMarketSearchInput,
} from '../../../contract/market/market.ts';
import {
  type MarketFilters,
  type SaleSelection,
  START,
} from '../../../contract/market/market-search-params.ts';
import { marketTitle } from '../../../contract/market/page-titles.ts';
import { SALE_KINDS, type SaleKind } from '../../../contract/sale/kinds.ts';
import { todayUtc } from '../../../contract/shared/dates.ts';
import { LIMITS } from '../../../contract/shared/limits.ts';
import { nameKey } from '../../../contract/shared/text.ts';
import { describeIssues } from '../../../contract/shared/validation.ts';
import { DomainError } from '../../../lib/errors.ts';
import type { IdentifyDeps } from '../../catalogue/pokemon.resolver.ts';
import type { MarketReads } from '../../market/market-reads.ts';
import { filterOf } from '../../market/sale.filter.ts';
import type { SaleQueries } from '../../market/sale.queries.ts';
import { searchMarket } from '../../market/search.queries.ts';
import { type Question, questionOfFilter } from '../../market/similar/question.filter.ts';
import { sharedCardUrl } from '../../pages/shared-card.presenter.ts';
import { choiceText } from './command-texts.ts';
import type { ReplyPart } from './reply.ts';

const SUGGESTED = 3;
/** Limits of Discord for the choices of an option. */
const MAX_CHOICES = 25;
const MAX_CHOICE_LENGTH = 100;

export interface CommandDeps extends IdentifyDeps {
  market: MarketReads;
  saleQueries: Pick<SaleQueries, 'page'>;
  config: Pick<Config, 'publicUrl'>;
}

export interface AskedSales extends SaleSelection {
  /** The question about its name, which the filters then have as a whole; null when it is about several. */
  question: Question | null;
  /** Pieces of the text without a meaning for a reply, which has no order. */
  notRead: string[];
  /** Other names that the text can mean, the best match first. */
  otherNames: string[];
}

/**
 * Title, page and picture of a list of sales; the list of all sales has no picture.
 *
 * @param texts what the picture shows: when they change, so does its URL
 */
export function listPart(
  { kind, filters }: SaleSelection,
  publicUrl: string,
  texts: readonly string[],
): Omit<ReplyPart, 'lines'> {
  const subject = listSubject(kind, filters);
  return {
    title: marketTitle(kind, filters),
    url: `${publicUrl}${pagePath(subject)}`,
    ...(subject.of !== 'site' && { image: sharedCardUrl(publicUrl, subject, texts) }),
  };
}

/** The value of a choice without traits: `pokemon:Garchomp`. */
const CHOSEN = new RegExp(`^(${SALE_KINDS.join('|')}):(.{1,${LIMITS.name.max}})$`, 's');

function chosenName(text: string): { kind: SaleKind; name: string } | null {
  const [, kind, name] = CHOSEN.exec(text) ?? [];
  const known = SALE_KINDS.find((one) => one === kind);
  return known && name ? { kind: known, name } : null;
}

const sentenceOf = (error: z.ZodError): string =>
  describeIssues(error)
    .map(({ message }) => `${message.replace(/^text /, 'The text ')}.`)
    .join(' ');

/** What a text means, as the search of the site reads it. @throws DomainError invalid with a sentence for the user */
async function search(market: MarketReads, text: string): Promise<MarketSearch> {
  const input = zMarketSearchInput.safeParse({ text });
  if (!input.success) throw new DomainError('invalid', 'BAD_SEARCH', sentenceOf(input.error));
  return (await searchMarket(market, input.data.text, todayUtc(market.clock.now()))).found;
}

/** The kind that a text is about; the kind of its best suggestion if it fits both. */
const kindOf = ({ kind, suggestions }: MarketSearch): SaleKind =>
  kind ?? (suggestions.find(({ sales }) => sales > 0) ?? suggestions[0])?.kind ?? START.kind;

/**
 * The sales that a text asks for.
 *
 * @param name a name or a search as typed, or the value of a choice
 * @param more further text of the search, before the name
 * @throws DomainError invalid with a sentence for the user
 */
export async function askedSales(market: MarketReads, name: string, more = ''): Promise<AskedSales> {
  const chosen = chosenName(name);
  const text = `${more} ${chosen?.name ?? name}`.trim();
  const found = await search(market, text);
  const { name: sought = '', exact, query, ...values } = found.filters;
  const isOther = chosen !== null && nameKey(sought) !== nameKey(chosen.name);
  const kind = chosen?.kind ?? kindOf(found);
  const fits = found.kind === null || found.kind === kind;
  const isLeftOut = ({ order, alternatives }: MarketSearch['terms'][number]) =>
    order || (alternatives && !fits);
  const notRead = [...found.terms.filter(isLeftOut), ...found.ignored].map(({ from, to }) =>
    text.slice(from, to),
  );
  const named = chosen ? { name: chosen.name, exact: true } : sought ? { name: sought, exact } : {};
  const filters: MarketFilters = { ...named, ...filtersFor(kind, values), ...(query && fits && { query }) };
  const question = await questionOfFilter(market, await filterOf(market, { kind, filters }));
  return {
    kind,
    filters: question ? { ...filters, name: question.subject.name, exact: true } : filters,
    question,
    notRead: isOther && sought ? [...notRead, sought] : notRead,
    otherNames: found.suggestions
      .flatMap((one) => (one.name === filters.name ? [] : [one.name]))
      .slice(0, SUGGESTED),
  };
}

/** A choice as Discord shows it, and the text that it sends. */
export interface Choice {
  name: string;
  value: string;
}

/** The text that asks for a suggested name with the traits that were typed with it. */
function choiceValue(text: string, { terms }: MarketSearch, { kind, name }: SearchSuggestion): string {
  const traits = terms.map(({ from, to }) => text.slice(from, to));
  return traits.length > 0 ? [...traits, name].join(' ') : `${kind}:${name}`;
}

/** The names that a text can mean, of both kinds, for Discord's list of choices. */
export async function nameChoices(market: MarketReads, typed: string): Promise<Choice[]> {
  const text = (chosenName(typed)?.name ?? typed).slice(0, LIMITS.search.length);
  if (!zMarketSearchInput.safeParse({ text }).success) return [];
  const found = await search(market, text);
  return found.suggestions
    .map((suggestion) => {
      const value = choiceValue(text, found, suggestion);
      const chosen = chosenName(value);
      // With traits, the choice has fewer sales than the name.
      const sales = chosen && suggestion.sales;
      return { name: choiceText(chosen?.name ?? value, suggestion.kind, sales), value };
    })
    .filter(({ name, value }) => Math.max(name.length, value.length) <= MAX_CHOICE_LENGTH)
    .slice(0, MAX_CHOICES);
}
