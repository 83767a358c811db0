import {
  type CardSubject,
  cardPath,
  embedPath,
  listSubject,
  pagePath,
} from '../../contract/cards/card-paths.ts';
import { answerSummary, positionSummary } from '../../contract/market/answer-summary.ts';
import { filterTitle } from '../../contract/market/filter-labels.ts';
import { exactIvs } from '../../contract/market/filter-terms.ts';
import type { SaleSelection } from '../../contract/market/market-search-params.ts';
import { figuresSentence, marketTitle, saleSubject, saleTraits } from '../../contract/market/page-titles.ts';
import {
  describedBy,
  type PriceCheck,
  titleFilters,
} from '../../contract/market/price-check-search-params.ts';
import type { Stat } from '../../contract/sale/ivs.ts';
import { KINDS, type SaleKind } from '../../contract/sale/kinds.ts';
import { proofOf } from '../../contract/sale/proof.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import { saleName } from '../../contract/sale/sale-name.ts';
import { spreadOf } from '../../contract/sale/spreads.ts';
import { formatDate, todayUtc } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { counted, formatNumber } from '../../contract/shared/plural.ts';
import { notFound } from '../../lib/errors.ts';
import { hasDemoSales } from '../demo/demo.queries.ts';
import { chartOf, saleChart } from '../market/chart.queries.ts';
import type { MarketReads } from '../market/market-reads.ts';
import { nameBySlug } from '../market/name-page.queries.ts';
import { filterOf, inLastDays, publicConditions, withNames } from '../market/sale.filter.ts';
import { presentAnySale } from '../market/sale.presenter.ts';
import { publicSale } from '../market/sale.queries.ts';
import { answerTo } from '../market/similar/compared.queries.ts';
import { questionOfFilter } from '../market/similar/question.filter.ts';
import { similarTo, similarToDescribed } from '../market/similar/similar.queries.ts';
import type { NameEntry } from '../name-search/name-table.ts';
import { canonicalFilters, marketFigures } from '../pages/market-figures.queries.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { Card } from './card.ts';

const today = ({ clock }: MarketReads): string => todayUtc(clock.now());

/** What a card shows of its subject; what is left out is empty. */
type CardContents = Partial<Card> & Pick<Card, 'overline' | 'title' | 'sentences' | 'dots' | 'days'>;

/** The dots of some sales: all of them, or those of the last days when they are too many. */
async function dotsOf(market: MarketReads, sales: SaleSelection): Promise<Pick<Card, 'dots' | 'days'>> {
  const { maxDays, defaultDays, points } = LIMITS.priceHistory;
  const asked = await filterOf(market, sales);
  const filter = await withNames(market, asked);
  const total = await market.counts.matching(filter);
  const days = total > points ? defaultDays : null;
  const { data } =
    days === null
      ? await chartOf(market.reads, [...publicConditions(filter), inLastDays(maxDays, today(market))], total)
      : await saleChart(market, asked, days);
  return { dots: data, days };
}

const dotsOfName = async (market: MarketReads, kind: SaleKind, name: string) => ({
  ...(await dotsOf(market, { kind, filters: { name, exact: true } })),
  isWholeName: true,
});

const present = (...sentences: (string | null)[]): string[] =>
  sentences.filter((sentence) => sentence !== null);

/** The answer for a filter that has one, and otherwise its figures. */
async function listSentences(market: MarketReads, sales: SaleSelection): Promise<string[]> {
  const question = await questionOfFilter(market, await filterOf(market, sales));
  if (!question) return [figuresSentence(await marketFigures(market, sales))];
  const { exact, similar } = answerSummary(await answerTo(market, question));
  return present(exact, similar);
}

/**
 * The sales that match filters.
 *
 * @param entry the name, if they are those of one name
 */
async function listContents(
  market: MarketReads,
  sales: SaleSelection,
  entry: NameEntry | null,
): Promise<CardContents> {
  const { kind, filters } = sales;
  const [sentences, dots] = await Promise.all([listSentences(market, sales), dotsOf(market, sales)]);
  return {
    overline: entry ? KINDS[kind].title : `${KINDS[kind].label}, filtered`,
    title: marketTitle(kind, filters),
    mark: entry && { name: entry.name, type: entry.pokemon_type },
    spread: exactIvs(filters),
    sentences,
    ...dots,
  };
}

const traitsOf = (sale: AnySale): Pick<Card, 'mark' | 'spread'> =>
  sale.kind === 'item'
    ? { mark: { name: sale.item_name, type: null }, spread: {} }
    : {
        mark: { name: sale.pokemon_name, type: sale.pokemon_type },
        spread: spreadOf(sale),
      };

/** A sale among the others of its name. @throws DomainError not_found when it is not public */
async function saleContents(market: MarketReads, id: number): Promise<CardContents> {
  const row = await publicSale(market, id);
  const sale = presentAnySale(row, null);
  const name = saleName(sale);
  const [{ position, answer }, dots] = await Promise.all([
    similarTo(market, row, { limit: 1 }),
    dotsOfName(market, sale.kind, name),
  ]);
  const proof = sale.proof_url === null ? 'no proof link' : `proof at ${proofOf(sale.proof_url).host}`;
  const others = answer.similar ? 'exact and similar' : 'other';
  return {
    overline: 'Sold',
    title: saleSubject(sale),
    ...traitsOf(sale),
    price: sale.price,
    sentences: present(
      `Sold on ${formatDate(sale.date_sold)}, ${proof}.`,
      saleTraits(sale),
      positionSummary(position, `the ${formatNumber(position.compared)} ${others} sales`),
    ),
    ...dots,
    highlighted: id,
  };
}

/** The answer to a description, among all sales of its name. */
async function checkContents(
  market: MarketReads,
  check: PriceCheck,
  { kind, name, pokemon_type }: NameEntry & { kind: SaleKind },
): Promise<CardContents> {
  const [{ answer, position }, dots] = await Promise.all([
    similarToDescribed(market, { ...describedBy(kind, name, check), limit: 1 }),
    dotsOfName(market, kind, name),
  ]);
  const { exact, similar } = answerSummary(answer);
  const ivs = Object.entries(kind === 'item' ? {} : check.spread) as [Stat, number | null][];
  return {
    overline: 'Price check',
    title: filterTitle(kind, titleFilters(kind, name, check)),
    mark: { name, type: pokemon_type },
    spread: Object.fromEntries(ivs.filter(([, iv]) => iv !== null)),
    sentences: present(positionSummary(position), exact, similar),
    ...dots,
    markedPrice: check.price,
  };
}

async function siteContents(market: MarketReads): Promise<CardContents> {
  const [items, pokemon, dots] = await Promise.all([
    market.counts.total(publicConditions({ kind: 'item' })),
    market.counts.total(publicConditions({ kind: 'pokemon' })),
    dotsOf(market, { kind: 'pokemon', filters: {} }),
  ]);
  return {
    overline: 'Completed sales, with proof where there is one',
    title: 'What did this sell for?',
    sentences: [
      `${counted(items, 'sale')} of items and ${counted(pokemon, 'sale')} of pokemon.`,
      'Search prices by name, nature, IVs and hidden power; no account needed.',
    ],
    charted: 'pokemon',
    ...dots,
  };
}

interface CardDeps {
  market: MarketReads;
  settings: SettingsService;
}

/** A subject under its canonical address: equal cards have one address. */
interface ResolvedCard {
  subject: CardSubject;
  /** What it shows now, with the figures of the page and of the API. @throws DomainError not_found for an unknown sale */
  read(): Promise<Card>;
}

/** @param reading its contents, read with what all cards have */
const resolved = (
  market: MarketReads,
  subject: CardSubject,
  reading: () => Promise<CardContents>,
): ResolvedCard => ({
  subject,
  read: async () => {
    const [isDemo, contents] = await Promise.all([hasDemoSales(market.reads), reading()]);
    return {
      isDemo,
      isWholeName: false,
      mark: null,
      spread: {},
      price: null,
      highlighted: null,
      markedPrice: null,
      date: today(market),
      page: pagePath(subject),
      card: cardPath(subject),
      embed: embedPath(subject),
      charted: contents.title,
      ...contents,
    };
  },
});

/** @throws DomainError not_found for an unknown name */
export async function resolveCard({ market, settings }: CardDeps, asked: CardSubject): Promise<ResolvedCard> {
  switch (asked.of) {
    case 'site':
      return resolved(market, asked, () => siteContents(market));
    case 'sale':
      return resolved(market, asked, () => saleContents(market, asked.id));
    case 'list': {
      const { kind } = asked;
      const filters = canonicalFilters(kind, asked.filters);
      const { name, exact, ...others } = filters;
      if (name && exact) {
        const entry = (await market.names.of(kind)).byName(name);
        if (!entry) throw notFound(kind);
        return resolveCard({ market, settings }, { of: 'name', kind, slug: entry.slug, filters: others });
      }
      const subject = listSubject(kind, filters);
      if (subject.of === 'site') return resolveCard({ market, settings }, subject);
      return resolved(market, subject, () => listContents(market, { kind, filters }, null));
    }
    case 'name': {
      const { kind, slug } = asked;
      const entry = await nameBySlug(market, kind, await settings.generation(), slug);
      const filters = canonicalFilters(kind, asked.filters);
      const subject: CardSubject = { of: 'name', kind, slug: entry.slug, filters };
      const named = { ...filters, name: entry.name, exact: true };
      return resolved(market, subject, () => listContents(market, { kind, filters: named }, entry));
    }
    case 'check': {
      const { kind, slug, check } = asked;
      const entry = await nameBySlug(market, kind, await settings.generation(), slug);
      const subject: CardSubject = { of: 'check', kind, slug: entry.slug, check };
      return resolved(market, subject, () => checkContents(market, check, { ...entry, kind }));
    }
  }
}
