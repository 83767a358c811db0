import type { z } from 'zod';
import { splitShiny } from '../../contract/sale/forms.ts';
import { byStat, IV_PAYLOAD, type Spread, STATS, type Stat } from '../../contract/sale/ivs.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import type {
  zAdminItemEdit,
  zAdminPokemonEdit,
  zItemSubmitInput,
  zPokemonSubmitInput,
} from '../../contract/sale/sale.ts';
import type { ResolvedPokemon } from '../catalogue/pokemon.resolver.ts';

/** What a pokemon has beyond its name and price, as submitted. */
export interface Traits {
  form: string;
  nature: string;
  ability: string;
  level: number | null;
  is_shiny: boolean;
  held_item: string | null;
  ivs: Spread;
}

/** A submission of either kind, in one shape; not yet validated against the catalogue. */
export interface SaleDraft {
  kind: SaleKind;
  name: string;
  price: number;
  date_sold: string;
  proof_url: string | null;
  /** Null for an item. */
  traits: Traits | null;
  /** Of a submission: the rejected sale that it corrects. */
  corrects?: number | undefined;
  /** The stored values. An edit keeps them, even if the catalogue no longer offers them. */
  stored?: ResolvedPokemon;
  /** The error message when the form's `Shiny` prefix and `is_shiny` disagree; the resolver refuses such a draft. */
  contradiction?: string | undefined;
}

/** The new values that an edit sets, in the shape of the draft. */
export interface SaleEdit {
  name?: string | undefined;
  price?: number | undefined;
  date_sold?: string | undefined;
  proof_url?: string | null | undefined;
  traits?: Partial<Omit<Traits, 'ivs'>> & { ivs?: Partial<Spread> };
  contradiction?: string | undefined;
}

type IvFields = { [K in (typeof IV_PAYLOAD)[Stat]]?: number | undefined };

const submittedSpread = (fields: IvFields): Partial<Spread> =>
  Object.fromEntries(
    STATS.flatMap((stat) => {
      const iv = fields[IV_PAYLOAD[stat]];
      return iv === undefined ? [] : [[stat, iv]];
    }),
  );

/** Combines a form and a shiny flag, which may contradict each other (docs/product.md "Records"). */
function shininess(form: string, flag: boolean | undefined) {
  const split = splitShiny(form);
  const contradiction =
    split.shiny && flag === false ? `The form “${form}” is shiny, but is_shiny is false` : undefined;
  return { form: split.form, is_shiny: split.shiny || flag === true, contradiction };
}

export const itemDraft = (input: z.infer<typeof zItemSubmitInput>): SaleDraft => ({
  kind: 'item',
  name: input.item_name,
  price: input.price,
  date_sold: input.date_sold,
  proof_url: input.proof_url ?? null,
  corrects: input.corrects,
  traits: null,
});

export function pokemonDraft(input: z.infer<typeof zPokemonSubmitInput>): SaleDraft {
  const { form, is_shiny, contradiction } = shininess(input.form, input.is_shiny);
  return {
    kind: 'pokemon',
    name: input.pokemon_name,
    price: input.price,
    date_sold: input.date_sold,
    proof_url: input.proof_url ?? null,
    corrects: input.corrects,
    contradiction,
    traits: {
      form,
      is_shiny,
      nature: input.nature,
      ability: input.ability,
      level: input.level ?? null,
      held_item: input.held_item ?? null,
      ivs: byStat((stat) => input[IV_PAYLOAD[stat]]),
    },
  };
}

/** Also accepts a reviewer's edit, whose fields are a subset of an admin's. */
export const itemEdit = (input: z.infer<typeof zAdminItemEdit>): SaleEdit => ({
  name: input.item_name,
  price: input.price,
  date_sold: input.date_sold,
  proof_url: input.proof_url,
});

export function pokemonEdit(input: z.infer<typeof zAdminPokemonEdit>): SaleEdit {
  const shiny = input.form === undefined ? undefined : shininess(input.form, input.is_shiny);
  // A form without the `Shiny` prefix leaves shininess unchanged; only the flag can remove it.
  const is_shiny = shiny?.is_shiny ? true : input.is_shiny;
  return {
    name: input.pokemon_name,
    price: input.price,
    date_sold: input.date_sold,
    proof_url: input.proof_url,
    contradiction: shiny?.contradiction,
    traits: {
      ...(shiny && { form: shiny.form }),
      ...(input.nature !== undefined && { nature: input.nature }),
      ...(input.ability !== undefined && { ability: input.ability }),
      ...(input.level !== undefined && { level: input.level }),
      ...(is_shiny !== undefined && { is_shiny }),
      ...(input.held_item !== undefined && { held_item: input.held_item }),
      ivs: submittedSpread(input),
    },
  };
}

/** Whether an edit sets a value. */
export function setsAnything({ contradiction: _, traits, ...fields }: SaleEdit): boolean {
  const { ivs, ...others } = traits ?? {};
  return [fields, others, ivs ?? {}].some((part) => Object.values(part).some((value) => value !== undefined));
}

/** The draft with the values of an edit. A draft of an item ignores traits. */
export function applyEdit(draft: SaleDraft, edit: SaleEdit): SaleDraft {
  const { traits } = draft;
  return {
    ...draft,
    name: edit.name ?? draft.name,
    price: edit.price ?? draft.price,
    date_sold: edit.date_sold ?? draft.date_sold,
    proof_url: edit.proof_url === undefined ? draft.proof_url : edit.proof_url,
    contradiction: edit.contradiction,
    traits: traits && { ...traits, ...edit.traits, ivs: { ...traits.ivs, ...edit.traits?.ivs } },
  };
}
