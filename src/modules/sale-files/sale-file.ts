import { z } from 'zod';
import { IV_PAYLOAD, ivColumn, STATS } from '../../contract/sale/ivs.ts';
import { KINDS, SALE_KINDS, type SaleKind } from '../../contract/sale/kinds.ts';
import { soldLateError, zDecision, zItemSubmission, zPokemonSubmission } from '../../contract/sale/sale.ts';
import { SALE_STATUSES } from '../../contract/sale/statuses.ts';
import { FIRST_DAY } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { zOneOf } from '../../contract/shared/primitives.ts';
import { describeIssues, joinedMessages } from '../../contract/shared/validation.ts';
import type { CsvLine, CsvShape } from '../../lib/csv.ts';
import type { SaleRow } from '../market/sale.presenter.ts';
import { itemDraft, pokemonDraft, type SaleDraft } from '../sales/drafts.ts';

/** A file of sales: its columns are those of submissions of both kinds, and of their review. */
export const SALE_FILE: CsvShape = {
  columns: [
    'kind',
    'item_name',
    // Those of an item are among them.
    ...Object.keys(zPokemonSubmission.shape),
    'status',
    'submitted_by_username',
    'date_submitted',
    'review_notes',
  ],
  missing: (columns) =>
    columns.includes('item_name') || columns.includes('pokemon_name')
      ? null
      : "The first line must name the columns, including 'item_name' or 'pokemon_name'.",
};

/** A line that is valid by the contract's schemas; it is not yet checked against the catalogue. */
export interface SaleLine {
  line: number;
  draft: SaleDraft;
  status: (typeof SALE_STATUSES)[number];
  submittedBy: string | undefined;
  submittedAt: string | undefined;
  reviewNotes: string | null;
}

export type CheckedSaleLine = SaleLine | { line: number; refusal: string };

/** An export names a deleted account so. In another database it would be another account, or none. */
const DELETED_ACCOUNT = /^deleted user \d+$/;

const zRest = z.object({
  status: zOneOf('status', SALE_STATUSES).default('pending'),
  submitted_by_username: z
    .string()
    .trim()
    .max(LIMITS.username.max, { error: 'submitted_by_username is too long' })
    .transform((name) => (DELETED_ACCOUNT.test(name) ? undefined : name))
    .optional(),
  date_submitted: z.iso
    .datetime({ error: 'date_submitted must be a UTC time such as 2026-03-12T09:30:00Z' })
    .refine((time) => time >= FIRST_DAY, { error: `date_submitted cannot be before ${FIRST_DAY}` })
    .optional(),
  review_notes: zDecision.shape.review_notes,
});

const NUMBERS = new Set<string>(['price', 'level', ...STATS.map((stat) => IV_PAYLOAD[stat])]);

/** Not `100.000`, which may be a hundred thousand. */
const NUMBER = /^-?\d+(\.(?!\d{3}$)\d+)?$/;

/** Converts the text of a cell to the type that the contract expects for the field. */
function fieldValue(column: string, text: string): unknown {
  if (NUMBERS.has(column)) return NUMBER.test(text) ? Number(text) : text;
  if (column !== 'is_shiny') return text;
  const flag = text.toLowerCase();
  return flag === 'true' || flag === 'false' ? flag === 'true' : text;
}

/** The kind of a line by its name column; refused when the `kind` column contradicts it. */
function kindOf(cells: Record<string, string>): SaleKind | { refusal: string } {
  const named = SALE_KINDS.filter((kind) => cells[KINDS[kind].nameField] !== undefined);
  const [kind] = named;
  if (kind === undefined) return { refusal: 'item_name or pokemon_name is required' };
  if (named.length > 1) return { refusal: 'A line must name either an item or a pokemon, not both' };
  if (cells.kind !== undefined && cells.kind.toLowerCase() !== kind)
    return {
      refusal: `kind is '${cells.kind}', but the line names ${KINDS[kind].noun}`,
    };
  return kind;
}

const sentences = (...errors: (z.ZodError | undefined)[]) =>
  joinedMessages(
    errors.flatMap((error) => (error ? describeIssues(error).map(({ message }) => message) : [])),
  );

/** Validates a line against the contract, like a submission. */
export function checkSaleLine({ line, record, error }: CsvLine): CheckedSaleLine {
  if (error) return { line, refusal: error };
  const cells = Object.fromEntries(Object.entries(record).filter(([, text]) => text.trim() !== ''));
  const kind = kindOf(cells);
  if (typeof kind !== 'string') return { line, ...kind };

  const { kind: _, status, submitted_by_username, date_submitted, review_notes, ...fields } = cells;
  const input = Object.fromEntries(
    Object.entries(fields).map(([column, text]) => [column, fieldValue(column, text.trim())]),
  );
  const rest = zRest.safeParse({ status, submitted_by_username, date_submitted, review_notes });
  const draft = parseDraft(kind, input);
  if (!rest.success || 'error' in draft)
    return { line, refusal: sentences('error' in draft ? draft.error : undefined, rest.error) };
  const submitted = rest.data.date_submitted;
  const late = submitted === undefined ? null : soldLateError(draft.value.date_sold, new Date(submitted));
  if (late) return { line, refusal: late };
  return {
    line,
    draft: draft.value,
    status: rest.data.status,
    submittedBy: rest.data.submitted_by_username,
    submittedAt: submitted,
    reviewNotes: rest.data.review_notes ?? null,
  };
}

function parseDraft(kind: SaleKind, input: unknown): { value: SaleDraft } | { error: z.ZodError } {
  if (kind === 'item') {
    const { data, error } = zItemSubmission.safeParse(input);
    return error ? { error } : { value: itemDraft(data) };
  }
  const { data, error } = zPokemonSubmission.safeParse(input);
  return error ? { error } : { value: pokemonDraft(data) };
}

/**
 * Identifies a line by the sale, its submitter and submission time, but not by the decision on it.
 *
 * Stored import keys are hashes of it. So that files without a new column keep theirs, append the column at the end, and
 * only when it is set.
 */
export function identityOf({ draft, submittedBy, submittedAt }: SaleLine): string {
  const { kind, name, price, date_sold, proof_url, traits } = draft;
  const { form, nature, ability, level, is_shiny, held_item, ivs } = traits ?? {};
  return JSON.stringify([
    ...[kind, name, price, date_sold, proof_url, form, nature, ability, level, is_shiny, held_item],
    ...STATS.map((stat) => ivs?.[stat]),
    ...[submittedBy?.toLowerCase(), submittedAt],
  ]);
}

/** The line of an export for a stored sale; refused when today's rules would refuse it as a submission. */
export function exportedLine(row: SaleRow): CheckedSaleLine {
  const cells = Object.entries(fileRow(row)).map(([column, value]) => [column, String(value ?? '')]);
  return checkSaleLine({ line: 0, record: Object.fromEntries(cells), error: null });
}

/** A stored sale in the columns of a file, so that an export can be imported. */
export function fileRow(row: SaleRow): Record<string, string | number | boolean | null> {
  const isItem = row.kind === 'item';
  return {
    kind: row.kind,
    item_name: isItem ? row.name : null,
    pokemon_name: isItem ? null : row.name,
    price: row.price,
    date_sold: row.date_sold,
    proof_url: row.proof_url,
    nature: row.nature,
    ability: row.ability,
    form: row.form,
    ...Object.fromEntries(STATS.map((stat) => [IV_PAYLOAD[stat], row[ivColumn(stat)]])),
    level: row.level,
    is_shiny: row.is_shiny,
    held_item: row.held_item,
    status: row.status,
    submitted_by_username: row.submitted_by_username,
    date_submitted: row.date_submitted,
    review_notes: row.review_notes,
  };
}
