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

/** The entity's properties that a draft determines, in the catalogue's spelling; traits are null for an item. */
export interface ResolvedSale extends Record<IvProperty, number | null> {
  kind: SaleDraft['kind'];
  name: string;
  price: number;
  dateSold: string;
  proofUrl: string | null;
  proofThread: string | null;
  item: number | null;
  species: number | null;
  form: string | null;
  nature: string | null;
  ability: string | null;
  hiddenPower: string | null;
  level: number | null;
  isShiny: boolean | null;
  heldItem: string | null;
}

/** What is looked up once for a whole batch of drafts. */
interface Lookups {
  generation: number;
  now: Date;
  items: Map<string, KnownItem>;
  /** Sprite variants by species; they count as forms. */
  variants: Map<number, string[]>;
}

/** The traits of an item sale, which has none. */
export const NO_TRAITS = {
  species: null,
  form: null,
  nature: null,
  ability: null,
  hiddenPower: null,
  level: null,
  isShiny: null,
  heldItem: null,
  ...recordOf(STATS, ivProperty, () => null),
};

/** What the validation of drafts reads. */
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

function pokemonColumns(pokemon: ResolvedPokemon, traits: Traits, heldItem: string | null) {
  return {
    item: null,
    species: pokemon.species_id,
    name: pokemon.name,
    form: pokemon.form,
    ability: pokemon.ability,
    nature: traits.nature,
    hiddenPower: hiddenPower(traits.ivs)?.type ?? null,
    level: traits.level,
    isShiny: traits.is_shiny,
    heldItem,
    ...recordOf(STATS, ivProperty, (stat) => traits.ivs[stat]),
  };
}

function commonErrors(draft: SaleDraft, { now }: Lookups): FieldError[] {
  const date = dateSoldError(draft.date_sold, now);
  return [
    ...(date ? [{ field: 'date_sold', message: date }] : []),
    ...(draft.contradiction ? [{ field: 'is_shiny', message: draft.contradiction }] : []),
  ];
}

const commonColumns = ({ kind, name, price, date_sold, proof_url }: SaleDraft) => ({
  kind,
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
  return { ok: true, value: { ...NO_TRAITS, ...commonColumns(draft), name, item: known?.item_id ?? null } };
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
    value: { ...commonColumns(draft), ...pokemonColumns(pokemon.value, traits, held?.name ?? null) },
  };
}

/**
 * Validates drafts against the catalogue: names, forms and abilities must exist and fit together, and the day must not
 * be in the future. Converts them to the catalogue's spelling and computes hidden power (docs/product.md "Validation").
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
