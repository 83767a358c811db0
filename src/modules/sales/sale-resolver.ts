import { hiddenPower } from '../../contract/sale/hidden-power.ts';
import { STATS, type Stat } from '../../contract/sale/ivs.ts';
import { proofOf } from '../../contract/sale/proof.ts';
import { dateSoldError } from '../../contract/sale/sale.ts';
import { recordOf } from '../../contract/shared/record.ts';
import type { FieldError } from '../../contract/shared/validation.ts';
import type { CatalogueSource } from '../catalogue/catalogue.source.ts';
import { findItems, type KnownItem, shareItemNames, unknownItem } from '../catalogue/item.queries.ts';
import { type Resolved, type ResolvedPokemon, resolvePokemon } from '../catalogue/pokemon.resolver.ts';
import type { RequestScope } from '../scope.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { SpritesService } from '../sprites/sprites.service.ts';
import type { SaleDraft, Traits } from './drafts.ts';

type IvProperty = `${Stat}Iv`;
export const ivProperty = (stat: Stat): IvProperty => `${stat}Iv`;

interface CommonColumns {
  name: string;
  price: number;
  dateSold: string;
  proofUrl: string | null;
  proofThread: string | null;
}

interface ItemColumns extends CommonColumns {
  kind: 'item';
  /** Null for a new item. */
  item: number | null;
}

interface PokemonColumns extends CommonColumns, Record<IvProperty, number> {
  kind: 'pokemon';
  species: number;
  form: string;
  nature: string;
  ability: string;
  hiddenPower: string | null;
  level: number | null;
  isShiny: boolean;
  heldItem: string | null;
}

/** The entity's properties that a draft determines, in the catalogue's spelling. */
export type ResolvedSale = ItemColumns | PokemonColumns;
export type SaleProperty = keyof ItemColumns | keyof PokemonColumns;

interface Lookups {
  generation: number;
  now: Date;
  items: Map<string, KnownItem>;
  /** Sprite variants by species; they count as forms. */
  variants: Map<number, string[]>;
}

export interface ResolverDeps extends RequestScope {
  catalogueSource: CatalogueSource;
  settings: SettingsService;
  sprites: SpritesService;
}

async function lookUp(
  { em, clock, catalogueSource, settings, sprites }: ResolverDeps,
  drafts: readonly SaleDraft[],
): Promise<Lookups> {
  const itemNames = drafts.flatMap(({ name, traits }) =>
    traits === null ? [name] : traits.held_item === null ? [] : [traits.held_item],
  );
  if (itemNames.length) await shareItemNames(em);
  const species = drafts.flatMap(({ name, traits }) =>
    traits === null ? [] : (catalogueSource.findSpecies(name)?.id ?? []),
  );
  return {
    generation: await settings.generation(),
    now: clock.now(),
    items: await findItems(em, itemNames),
    variants: await sprites.variantsOf(species),
  };
}

function commonErrors(draft: SaleDraft, { now }: Lookups): FieldError[] {
  const date = dateSoldError(draft.date_sold, now);
  return [
    ...(date ? [{ field: 'date_sold', message: date }] : []),
    ...(draft.contradiction ? [{ field: 'is_shiny', message: draft.contradiction }] : []),
  ];
}

const commonColumns = ({ name, price, date_sold, proof_url }: SaleDraft): CommonColumns => ({
  name,
  price,
  dateSold: date_sold,
  proofUrl: proof_url,
  proofThread: proof_url === null ? null : proofOf(proof_url).thread,
});

function resolveItemSale(draft: SaleDraft, lookups: Lookups): Resolved<ResolvedSale> {
  const errors = commonErrors(draft, lookups);
  if (errors.length) return { ok: false, errors };
  const known = lookups.items.get(draft.name);
  const name = known?.name ?? draft.name;
  return {
    ok: true,
    value: { ...commonColumns(draft), kind: 'item', name, item: known?.item_id ?? null },
  };
}

async function resolvePokemonSale(
  { em, catalogueSource }: ResolverDeps,
  draft: SaleDraft,
  traits: Traits,
  lookups: Lookups,
): Promise<Resolved<ResolvedSale>> {
  const { stored, name } = draft;
  const { form, ability } = traits;
  const species = catalogueSource.findSpecies(name)?.id ?? 0;
  // Unchanged values stay valid, even if the catalogue no longer offers them.
  const pokemon: Resolved<ResolvedPokemon> =
    stored?.name === name && stored.form === form && stored.ability === ability
      ? { ok: true, value: stored }
      : resolvePokemon(
          catalogueSource,
          { name, form, ability },
          { generation: lookups.generation, extraForms: lookups.variants.get(species) ?? [] },
        );
  const errors = [...(pokemon.ok ? [] : pokemon.errors), ...commonErrors(draft, lookups)];
  const held = traits.held_item === null ? undefined : lookups.items.get(traits.held_item);
  if (traits.held_item !== null && !held) errors.push(await unknownItem(em, 'held_item', traits.held_item));
  if (!pokemon.ok || errors.length) return { ok: false, errors };
  return {
    ok: true,
    value: {
      ...commonColumns(draft),
      kind: 'pokemon',
      species: pokemon.value.species_id,
      name: pokemon.value.name,
      form: pokemon.value.form,
      ability: pokemon.value.ability,
      nature: traits.nature,
      hiddenPower: hiddenPower(traits.ivs)?.type ?? null,
      level: traits.level,
      isShiny: traits.is_shiny,
      heldItem: held?.name ?? null,
      ...recordOf(STATS, ivProperty, (stat) => traits.ivs[stat]),
    },
  };
}

/**
 * Validates drafts against the catalogue: a pokemon's name, form and ability must exist and fit together, a held item must
 * be known, and the day must not be in the future; the name of an item may be new. Converts them to the catalogue's
 * spelling and computes hidden power (docs/product.md "Validation").
 *
 * @returns one resolution per draft, in order
 */
export async function resolveDrafts(
  deps: ResolverDeps,
  drafts: readonly SaleDraft[],
): Promise<Resolved<ResolvedSale>[]> {
  const lookups = await lookUp(deps, drafts);
  const resolutions: Resolved<ResolvedSale>[] = [];
  for (const draft of drafts)
    resolutions.push(
      draft.traits === null
        ? resolveItemSale(draft, lookups)
        : await resolvePokemonSale(deps, draft, draft.traits, lookups),
    );
  return resolutions;
}
