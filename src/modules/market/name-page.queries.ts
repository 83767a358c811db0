import { sql } from 'kysely';
import type { NamePage } from '../../contract/market/market.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { type Condition, where } from '../../db/query.ts';
import { notFound } from '../../lib/errors.ts';
import { speciesOptions } from '../catalogue/pokemon.resolver.ts';
import type { NameEntry } from '../name-search/name-table.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { SpritesService } from '../sprites/sprites.service.ts';
import type { MarketReads } from './market-reads.ts';
import { publicConditions } from './sale.filter.ts';
import { hasTraitWorth } from './traits/trait-worth.queries.ts';

/**
 * Finds a name by its slug in any case, by the whole name however it is written, or by a spelling that was merged into it.
 * The caller redirects to the entry's own slug if it differs.
 *
 * @throws DomainError not_found for an unknown name, and for a species of a later generation without sales
 */
export async function nameBySlug(
  market: MarketReads,
  kind: SaleKind,
  generation: number,
  slug: string,
): Promise<NameEntry> {
  const names = await market.names.of(kind);
  const entry = names.bySlug(slug) ?? names.byName(slug);
  if (!entry || (entry.generation > generation && entry.sales === 0)) throw notFound(kind);
  return entry;
}

interface SoldForm {
  form: string | null;
  sales: number;
  first_sold: string;
  last_sold: string;
}

export const soldForms = (conditions: readonly Condition[]) =>
  sql<SoldForm>`select s.form, count(*)::int as sales, min(s.date_sold) as first_sold,
      max(s.date_sold) as last_sold
    from sale s ${where(conditions)} group by s.form order by s.form`;

/** The sales of an item, which has no forms; the first and last day are read from the ends of an index. */
async function soldItem(
  { reads, counts }: MarketReads,
  conditions: readonly Condition[],
): Promise<SoldForm[]> {
  const sales = await counts.total(conditions);
  return reads.rows(sql<SoldForm>`select null as form, ${sales}::int as sales,
      min(s.date_sold) as first_sold, max(s.date_sold) as last_sold
    from sale s ${where(conditions)} having min(s.date_sold) is not null`);
}

interface NamePageDeps {
  market: MarketReads;
  settings: SettingsService;
  sprites: SpritesService;
}

/** The forms that a species is offered in, the normal one first, then other forms with sales. */
async function formsOf(
  { market: { catalogueSource }, sprites }: NamePageDeps,
  generation: number,
  name: string,
  sold: readonly SoldForm[],
) {
  const species = catalogueSource.findSpecies(name);
  if (!species) return [];
  const extraForms = await sprites.variants(species.id);
  const current = Math.max(generation, species.generation);
  const { forms: offered } = speciesOptions(species, { generation: current, extraForms });
  const counts = new Map(sold.map(({ form, sales }) => [form, sales]));
  const known = new Set(offered.map(({ form }) => form));
  const others = [...counts.keys()].flatMap((form) => (form === null || known.has(form) ? [] : [form]));
  const type = species.forms[0]?.type ?? '';
  return [...offered, ...others.map((form) => ({ form, type, abilities: [], hidden_ability: null }))].map(
    (one) => ({
      ...one,
      sales: counts.get(one.form) ?? 0,
    }),
  );
}

/** The head of a name's page. @throws DomainError not_found, see `nameBySlug` */
export async function namePage(
  services: NamePageDeps,
  { kind, slug }: { kind: SaleKind; slug: string },
): Promise<NamePage> {
  const { market } = services;
  const generation = await services.settings.generation();
  const entry = await nameBySlug(market, kind, generation, slug);
  const conditions = publicConditions({ kind, name: entry.name, exact: true });
  const sold = await (kind === 'item'
    ? soldItem(market, conditions)
    : market.reads.rows(soldForms(conditions)));
  const sales = sold.reduce((sum, one) => sum + one.sales, 0);
  const days = sold.flatMap(({ first_sold, last_sold }) => [first_sold, last_sold]).toSorted();
  return {
    kind,
    name: entry.name,
    slug: entry.slug,
    image_url: entry.image_url,
    pokemon_id: kind === 'pokemon' ? entry.id : null,
    forms: kind === 'pokemon' ? await formsOf(services, generation, entry.name, sold) : [],
    sales,
    first_sold: days[0] ?? null,
    last_sold: days.at(-1) ?? null,
    has_trait_worth:
      kind === 'pokemon' &&
      sales >= 2 * LIMITS.traitWorth.minPairs &&
      (await hasTraitWorth(market, entry.name)),
  };
}
