import { can, type Viewer } from '../../contract/accounts/roles.ts';
import { type IvColumn, ivColumn, STATS } from '../../contract/sale/ivs.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import type { AnySale, ItemSale, PokemonSale } from '../../contract/sale/sale.ts';
import type { SaleStatus } from '../../contract/sale/statuses.ts';
import { recordOf } from '../../contract/shared/record.ts';

/** A sale as the read models select it, with column names. */
export interface SaleRow extends Record<IvColumn, number | null> {
  sale_id: number;
  kind: SaleKind;
  name: string;
  price: number;
  date_sold: string;
  proof_url: string | null;
  image_url: string | null;
  status: SaleStatus;
  submitted_by: number | null;
  submitted_by_username: string | null;
  date_submitted: string;
  decided_by: number | null;
  review_notes: string | null;
  version: number;
  item_id: number | null;
  species_id: number | null;
  form: string | null;
  pokemon_type: string | null;
  nature: string | null;
  ability: string | null;
  hidden_power: string | null;
  level: number | null;
  is_shiny: boolean | null;
  held_item: string | null;
}

/** A sale in a list of an email or a message at Discord. */
export type ListedSale = Pick<SaleRow, 'sale_id' | 'name' | 'price' | 'date_sold'>;

/** Fields of both kinds; only staff and the submitter see review fields (docs/api.md "Who sees what"). */
function presentCommon(row: SaleRow, viewer: Viewer) {
  const seesReview = can(viewer, 'sale.seeReviewFields', row);
  return {
    sale_id: row.sale_id,
    price: row.price,
    date_sold: row.date_sold,
    proof_url: row.proof_url,
    image_url: row.image_url,
    status: row.status,
    submitted_by: row.submitted_by,
    submitted_by_username: row.submitted_by_username,
    date_submitted: row.date_submitted,
    approved_by: seesReview && row.status === 'approved' ? row.decided_by : null,
    review_notes: seesReview ? row.review_notes : null,
    version: row.version,
  };
}

const presentItem = (row: SaleRow, viewer: Viewer): ItemSale => ({
  ...presentCommon(row, viewer),
  item_id: row.item_id,
  item_name: row.name,
});

/** The database guarantees every trait of a pokemon (`sale_traits_check`); the fallbacks only satisfy the types. */
const presentPokemon = (row: SaleRow, viewer: Viewer): PokemonSale => ({
  ...presentCommon(row, viewer),
  pokemon_id: row.species_id ?? 0,
  pokemon_name: row.name,
  form: row.form ?? '',
  pokemon_type: row.pokemon_type,
  nature: row.nature ?? '',
  ability: row.ability ?? '',
  hidden_power: row.hidden_power ?? '',
  level: row.level,
  is_shiny: row.is_shiny ?? false,
  held_item: row.held_item,
  ...recordOf(STATS, ivColumn, (stat) => row[ivColumn(stat)] ?? 0),
});

export interface SaleOfKind {
  item: ItemSale;
  pokemon: PokemonSale;
}

const PRESENTERS: { [Kind in SaleKind]: (row: SaleRow, viewer: Viewer) => SaleOfKind[Kind] } = {
  item: presentItem,
  pokemon: presentPokemon,
};

/** A sale of that kind, without fields that the viewer may not see. */
export const presentSale = <Kind extends SaleKind>(
  kind: Kind,
  row: SaleRow,
  viewer: Viewer,
): SaleOfKind[Kind] => PRESENTERS[kind](row, viewer);

/** As `presentSale`, with the discriminator `kind` for lists of both kinds. */
export const presentAnySale = (row: SaleRow, viewer: Viewer): AnySale =>
  row.kind === 'item'
    ? { kind: row.kind, ...presentItem(row, viewer) }
    : { kind: row.kind, ...presentPokemon(row, viewer) };
