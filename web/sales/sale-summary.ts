import type { SaleKind } from '../../src/contract/sale/kinds.ts';
import type { AnySale, PokemonSale } from '../../src/contract/sale/sale.ts';
import { type PartialSpread, spreadOf } from '../../src/contract/sale/spreads.ts';
import { itemSpriteSources, pokemonSpriteSources } from './sprite-sources.ts';

/** The traits that only pokemon have; unknown ones are null. */
export interface Traits {
  form: string;
  shiny: boolean;
  spread: PartialSpread;
  nature: string | null;
  ability: string | null;
  level: number | null;
  heldItem: string | null;
}

/** What every view of a sale shows, stored or still being typed. */
export interface SaleSummary {
  name: string;
  price: number | null;
  /** `YYYY-MM-DD` */
  dateSold: string | null;
  proofUrl: string | null;
  /** Picture URLs, best first. */
  sprites: string[];
  /** The type of a pokemon, which colours its placeholder; null for an item, and while it is not known. */
  type: string | null;
  /** Null for an item. */
  traits: Traits | null;
}

/** The picture URLs of a name in its normal form, best first. */
export const nameSprites: Record<SaleKind, (of: { name: string; imageUrl: string | null }) => string[]> = {
  item: itemSpriteSources,
  pokemon: pokemonSpriteSources,
};

function traitsOf(sale: PokemonSale): Traits {
  return {
    form: sale.form,
    shiny: sale.is_shiny,
    spread: spreadOf(sale),
    nature: sale.nature,
    ability: sale.ability,
    level: sale.level,
    heldItem: sale.held_item,
  };
}

export function summarise(sale: AnySale): SaleSummary {
  const common = { price: sale.price, dateSold: sale.date_sold, proofUrl: sale.proof_url };
  if (sale.kind === 'item') {
    const { item_name: name, image_url: imageUrl } = sale;
    return { ...common, name, sprites: itemSpriteSources({ name, imageUrl }), type: null, traits: null };
  }
  const { pokemon_name: name, form, is_shiny: shiny, image_url: imageUrl } = sale;
  return {
    ...common,
    name,
    sprites: pokemonSpriteSources({ name, form, shiny, imageUrl }),
    type: sale.pokemon_type,
    traits: traitsOf(sale),
  };
}
