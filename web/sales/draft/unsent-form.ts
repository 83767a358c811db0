import { z } from 'zod';
import { SALE_KINDS, type SaleKind } from '../../../src/contract/sale/kinds.ts';
import { unsentInput } from '../../lib/server/unsent-input.ts';
import { createStore } from '../../lib/store.ts';
import { EMPTY_DRAFT, type SaleDraft, zSaleDraft } from './sale-draft.ts';

/** The input of one kind. */
export interface FormInput {
  kind: SaleKind;
  draft: SaleDraft;
}

const zForm = z.object({
  /** The kind that is shown. */
  kind: z.enum(SALE_KINDS),
  drafts: z.record(z.enum(SALE_KINDS), zSaleDraft),
  /** Sending a draft again after a reload still gives one sale. */
  keys: z.record(z.enum(SALE_KINDS), z.string()),
});

type Form = z.output<typeof zForm>;

/** A new key for one form, so that sending it twice gives one sale (docs/api.md "Sales"). `randomUUID` would need HTTPS. */
const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const formWith = ({ kind, draft }: FormInput): Form => ({
  kind,
  drafts: { item: EMPTY_DRAFT, pokemon: EMPTY_DRAFT, [kind]: draft },
  keys: { item: newIdempotencyKey(), pokemon: newIdempotencyKey() },
});

const EMPTY = JSON.stringify(EMPTY_DRAFT);
const isEmpty = (draft: SaleDraft) => JSON.stringify(draft) === EMPTY;

/** The fields in one order. */
const textOf = (draft: SaleDraft) => JSON.stringify(zSaleDraft.parse(draft));

/** What a form that a link opened with a name is for; without a name, the ordinary form. */
export const slotOf = (kind: SaleKind, name: string): string => name && `${kind} ${name}`;

/** A form of Submit Data with what was typed of both kinds. See `openForm`. */
export type UnsentForm = ReturnType<typeof openForm>;

/**
 * Opens a form of Submit Data as it was left in this tab, or with `start`. Each change is kept until it is sent, so that it
 * survives leaving the page and a reload.
 *
 * @param userId who types it; undefined keeps nothing
 * @param slot what the form is for, so that a correction or a form with a name replaces no other form
 * @param shown the kind to show; by default the one that was left, or that of `start`
 */
export function openForm(userId: number | undefined, slot: string, start: FormInput, shown?: SaleKind) {
  const unsent = unsentInput(userId, slot, zForm);
  const saved = unsent.get();
  const first = saved ?? formWith(start);
  const store = createStore({ ...first, kind: shown ?? first.kind });
  const { get, subscribe } = store;
  function set(change: Partial<Form>) {
    const form = { ...get(), ...change };
    store.set(form);
    unsent.set(SALE_KINDS.every((kind) => isEmpty(form.drafts[kind])) ? null : form);
  }
  const restart = ({ kind, draft }: FormInput) =>
    set({
      drafts: { ...get().drafts, [kind]: draft },
      keys: { ...get().keys, [kind]: newIdempotencyKey() },
    });
  return {
    get,
    subscribe,
    isRestored: saved !== null && !isEmpty(saved.drafts[get().kind]),
    /** The input of the kind that is shown. */
    input: (): FormInput => ({ kind: get().kind, draft: get().drafts[get().kind] }),
    type: ({ kind, draft }: FormInput) => set({ drafts: { ...get().drafts, [kind]: draft } }),
    /** Whether nothing was typed of a kind. */
    isEmpty: (kind: SaleKind) => isEmpty(get().drafts[kind]),
    /** Shows another kind, with what was typed of it before. */
    show: (kind: SaleKind) => set({ kind }),
    /** Shows the shown sale as one of another kind, with this name. Another sale that was typed there stays as it is. */
    showAs(kind: SaleKind, name: string) {
      const { kind: before, drafts } = get();
      const { price, date_sold, proof_url } = drafts[before];
      const moved = { ...EMPTY_DRAFT, name, price, date_sold, proof_url };
      set({ kind, drafts: isEmpty(drafts[kind]) ? { ...drafts, [kind]: moved } : drafts });
    },
    renewKey: (kind: SaleKind) => set({ keys: { ...get().keys, [kind]: newIdempotencyKey() } }),
    /** Replaces what was typed of one kind. */
    restart,
    /** Removes what was sent of one kind. What was typed since then is another sale. */
    sent({ kind, draft }: FormInput, key: string) {
      const { drafts, keys } = get();
      if (keys[kind] !== key) return;
      restart({ kind, draft: textOf(drafts[kind]) === textOf(draft) ? EMPTY_DRAFT : drafts[kind] });
    },
  };
}

/** The slot of the form that submits a withdrawn sale again, so that it replaces no form with the same name. */
export const againSlot = (saleId: number): string => `again ${saleId}`;

/** Fills in the form in a slot, which nobody has typed into. */
export const fillForm = (userId: number | undefined, slot: string, input: FormInput): void =>
  openForm(userId, slot, input, input.kind).restart(input);
