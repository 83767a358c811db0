import { z } from 'zod';
import { byStat, IV_PAYLOAD, STATS, type Stat } from '../../../src/contract/sale/ivs.ts';
import { KINDS, type SaleKind } from '../../../src/contract/sale/kinds.ts';
import {
  type AnySale,
  dateSoldError,
  zItemSubmission,
  zPokemonSubmission,
} from '../../../src/contract/sale/sale.ts';
import { spreadOf } from '../../../src/contract/sale/spreads.ts';
import { isMissing } from '../../../src/contract/shared/primitives.ts';
import { keysOf } from '../../../src/contract/shared/record.ts';
import { withScheme, zProofUrl } from '../../../src/contract/shared/urls.ts';
import { describeIssues } from '../../../src/contract/shared/validation.ts';
import { serverNow } from '../../lib/clock.ts';
import type { SaleSummary } from '../sale-summary.ts';
import { itemSpriteSources, pokemonSpriteSources } from '../sprite-sources.ts';

/** A sale of either kind in a form, complete or not. Fields other than `name` are named as in the API. */
export const zSaleDraft = z.object({
  name: z.string(),
  form: z.string(),
  ability: z.string(),
  nature: z.string(),
  spread: z.record(z.enum(STATS), z.number().nullable()),
  level: z.number().nullable(),
  held_item: z.string(),
  is_shiny: z.boolean(),
  price: z.number().nullable(),
  date_sold: z.string(),
  proof_url: z.string(),
});
export type SaleDraft = z.output<typeof zSaleDraft>;

export type DraftField = keyof SaleDraft;

/** Why a field cannot be sent; `missing` when it is empty. */
interface DraftError {
  type: 'missing' | 'wrong';
  message: string;
}

export type DraftErrors = Map<DraftField, DraftError>;

/** The fields of a submission that drafts name as the API does: without the name and the IVs. */
type SubmittedField = Exclude<
  keyof z.input<typeof zPokemonSubmission>,
  'pokemon_name' | (typeof IV_PAYLOAD)[Stat]
>;

/** Its fields are in the order in which changes and errors are listed. */
export const EMPTY_DRAFT: SaleDraft & Record<SubmittedField, unknown> = {
  name: '',
  form: '',
  ability: '',
  nature: '',
  spread: byStat<number | null>(() => null),
  level: null,
  held_item: '',
  is_shiny: false,
  price: null,
  date_sold: '',
  proof_url: '',
};

const FIELDS = keysOf(EMPTY_DRAFT);

/** The draft that edits a stored sale. */
export function draftOf(sale: AnySale): SaleDraft {
  const common = {
    ...EMPTY_DRAFT,
    price: sale.price,
    date_sold: sale.date_sold,
    proof_url: sale.proof_url ?? '',
  };
  if (sale.kind === 'item') return { ...common, name: sale.item_name };
  const { pokemon_name: name, form, nature, ability, level, is_shiny, held_item } = sale;
  const spread = spreadOf(sale);
  return { ...common, name, form, nature, ability, spread, level, is_shiny, held_item: held_item ?? '' };
}

const ivFields = ({ spread }: SaleDraft) =>
  Object.fromEntries(STATS.map((stat) => [IV_PAYLOAD[stat], spread[stat]]));

function payloadOf(kind: SaleKind, draft: SaleDraft) {
  const { name, spread: _, price, date_sold, proof_url, ...traits } = draft;
  const common = { price, date_sold, proof_url: withScheme(proof_url) };
  return kind === 'item'
    ? { item_name: name, ...common }
    : { pokemon_name: name, ...common, ...traits, ...ivFields(draft) };
}

const IV_FIELD_NAMES: readonly string[] = Object.values(IV_PAYLOAD);

/** The form's field for a field of the API; null when the form has none for it. */
export function draftField(kind: SaleKind, payloadField: string): DraftField | null {
  if (payloadField === KINDS[kind].nameField) return 'name';
  if (IV_FIELD_NAMES.includes(payloadField)) return 'spread';
  return payloadField in EMPTY_DRAFT ? (payloadField as DraftField) : null;
}

/** Whether a field has no value, or only a part of its IVs. */
const isEmpty = (value: SaleDraft[DraftField]): boolean =>
  isMissing(value) || (value !== null && typeof value === 'object' && Object.values(value).includes(null));

const SCHEMAS = { item: zItemSubmission, pokemon: zPokemonSubmission };

/**
 * The errors of a draft by field, with the messages of the contract; empty when it can be sent.
 *
 * @param unknown why there is no pokemon of its name, when that is known
 */
export function draftErrors(kind: SaleKind, draft: SaleDraft, unknown?: string): DraftErrors {
  const messages = new Map<DraftField, string>();
  if (kind === 'pokemon' && isEmpty(draft.spread)) messages.set('spread', 'All six IVs are required');
  const { error } = SCHEMAS[kind].safeParse(payloadOf(kind, draft));
  for (const { field, message } of error ? describeIssues(error) : []) {
    const at = draftField(kind, field);
    if (at && !messages.has(at)) messages.set(at, message);
  }
  const late = dateSoldError(draft.date_sold, serverNow());
  if (late && !messages.has('date_sold')) messages.set('date_sold', late);
  if (unknown && (messages.has('form') || messages.has('ability'))) messages.set('name', unknown);
  // Without a species, there is no form and no ability to choose.
  if (messages.has('name')) {
    messages.delete('form');
    messages.delete('ability');
  }

  const errors: DraftErrors = new Map();
  for (const field of FIELDS) {
    const message = messages.get(field);
    const type = isEmpty(draft[field]) ? 'missing' : 'wrong';
    if (message !== undefined) errors.set(field, { type, message });
  }
  return errors;
}

/** The submission of a draft; null while it has errors. */
export function submissionOf(kind: SaleKind, draft: SaleDraft) {
  if (draftErrors(kind, draft).size > 0) return null;
  const payload = payloadOf(kind, draft);
  return kind === 'item'
    ? { kind, fields: zItemSubmission.parse(payload) }
    : { kind, fields: zPokemonSubmission.parse(payload) };
}

/** What the submit procedures take. */
export type SubmissionInput = NonNullable<ReturnType<typeof submissionOf>>;

/** Changed fields of a sale, named as in the API. */
export type SaleChanges = Readonly<Record<string, unknown>>;

/** The changed fields of a draft as the edit procedures expect them. */
export function changesOf(kind: SaleKind, before: SaleDraft, after: SaleDraft): SaleChanges {
  const was = new Map<string, unknown>(Object.entries(payloadOf(kind, before)));
  return Object.fromEntries(
    Object.entries(payloadOf(kind, after)).filter(([field, value]) => was.get(field) !== value),
  );
}

/** The summary of a draft, for its card. @param type of the pokemon in its form, once it is known */
export function summariseDraft(kind: SaleKind, draft: SaleDraft, type: string | null = null): SaleSummary {
  const { name, price, form, is_shiny: shiny } = draft;
  const common = {
    name,
    price,
    dateSold: draft.date_sold || null,
    proofUrl: zProofUrl.safeParse(withScheme(draft.proof_url)).data ?? null,
  };
  if (kind === 'item')
    return { ...common, sprites: name.trim() ? itemSpriteSources({ name }) : [], type: null, traits: null };
  return {
    ...common,
    sprites: name.trim() ? pokemonSpriteSources({ name, form: form || undefined, shiny }) : [],
    type,
    traits: {
      form,
      shiny,
      spread: draft.spread,
      nature: draft.nature || null,
      ability: draft.ability || null,
      level: draft.level,
      heldItem: draft.held_item.trim() || null,
    },
  };
}
