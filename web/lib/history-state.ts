import type { PasteNotes } from '../../src/contract/paste/paste-notes.ts';

/** What the state of an entry of the browser's history can keep. A reload keeps it too. */
export interface HistoryState {
  /** The name whose page a link leads to: the page requests its sales together with the details of the name. */
  name: string;
  /** The sale whose row is open, so that it is open again after the page of a sale and back. */
  openSale: number;
  /** The notes on the paste that led to the page. */
  paste: PasteNotes;
  /** The pasted text of which a set was not read. */
  text: string;
  /** The search that a visitor wants to follow. */
  follows: string;
  /** The token of the mailed link that opened the page. */
  linkToken: string;
  /** What an attempt to use that link was for, when its outcome is unknown. */
  linkTried: string;
  /** Whether a deletion of the account was sent from the page, whose outcome is unknown. */
  deletionTried: boolean;
}

/** A field of a state; undefined without it. */
export const inState = <Field extends keyof HistoryState>(
  state: unknown,
  field: Field,
): HistoryState[Field] | undefined =>
  typeof state === 'object' && state !== null ? (state as Partial<HistoryState>)[field] : undefined;

/** Changes a field of the current entry; undefined removes it. */
export function keepInState<Field extends keyof HistoryState>(
  field: Field,
  value: HistoryState[Field] | undefined,
): void {
  history.replaceState({ ...history.state, [field]: value }, '');
}
