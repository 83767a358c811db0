import { type Duplicates, PROOF_SEPARATOR } from '../../contract/admin/duplicates.ts';
import { ivColumn, STATS } from '../../contract/sale/ivs.ts';
import { recordOf } from '../../contract/shared/record.ts';
import type { SaleRow } from '../market/sale.presenter.ts';

type ItemGroup = Duplicates['items'][number];
type PokemonGroup = Duplicates['pokemon'][number];

const idsOf = (sales: readonly SaleRow[]) => sales.map(({ sale_id }) => sale_id).join(',');

const common = (sales: readonly SaleRow[], { price, date_sold }: SaleRow) => ({
  price: Number(price),
  date: date_sold,
  count: sales.length,
  proof_urls: sales.flatMap(({ proof_url }) => proof_url ?? []).join(PROOF_SEPARATOR),
});

/** A group of items as in the contract; empty for an empty group. */
export function presentItemGroup(sales: readonly SaleRow[]): ItemGroup[] {
  const [first] = sales;
  return first ? [{ item_ids: idsOf(sales), name: first.name, ...common(sales, first) }] : [];
}

/** As `presentItemGroup`, for pokemon. */
export function presentPokemonGroup(sales: readonly SaleRow[]): PokemonGroup[] {
  const [first] = sales;
  if (!first) return [];
  return [
    {
      sale_ids: idsOf(sales),
      pokemon_name: first.name,
      ...common(sales, first),
      nature: first.nature ?? '',
      ability: first.ability ?? '',
      hidden_power: first.hidden_power ?? '',
      form: first.form ?? '',
      ...recordOf(STATS, ivColumn, (stat): number | 'X' => first[ivColumn(stat)] ?? 'X'),
    },
  ];
}
