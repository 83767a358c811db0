import { z } from 'zod';
import { SALE_KINDS } from '../sale/kinds.ts';
import { zAnySale } from '../sale/sale.ts';
import { LIMITS } from '../shared/limits.ts';
import { zId, zMoment, zOneOf, zQueryInt } from '../shared/primitives.ts';

/** What `proof_urls` joins with (docs/product.md "Records"). */
export const PROOF_SEPARATOR = '|||';

const groupFields = {
  price: z.number(),
  date: z.string(),
  count: z.number(),
  /** Of all of them, joined by `|||`; empty without a proof. */
  proof_urls: z.string(),
};

/** Item sales of the same name, price and day; ids comma-separated, oldest first (docs/product.md "Records"). */
export const zItemDuplicates = z.object({ item_ids: z.string(), name: z.string(), ...groupFields });

/** An IV as the group shows it: `X` where there is none (docs/product.md "Records"). */
const zShownIv = z.union([z.number(), z.literal('X')]);

/** Pokemon sales of the same name, price, day and traits; ids comma-separated, oldest first. */
export const zPokemonDuplicates = z.object({
  sale_ids: z.string(),
  pokemon_name: z.string(),
  ...groupFields,
  nature: z.string(),
  ability: z.string(),
  hidden_power: z.string(),
  form: z.string(),
  hp_iv: zShownIv,
  atk_iv: zShownIv,
  def_iv: zShownIv,
  spatk_iv: zShownIv,
  spdef_iv: zShownIv,
  speed_iv: zShownIv,
});

export const SCAN_STATUSES = ['never', 'waiting', 'running', 'done', 'failed'] as const;
export type ScanStatus = (typeof SCAN_STATUSES)[number];

/** Whether a scan still goes on: at most one does. */
export const isUnderWay = (status: ScanStatus): boolean => status === 'waiting' || status === 'running';

/** How far the last scan got. */
export const zScan = z.object({
  job_id: z.string().nullable(),
  status: z.enum(SCAN_STATUSES),
  /** 0 to 1. */
  progress: z.number(),
  started_at: zMoment.nullable(),
  /** When the last finished scan ended: the groups are that one's. */
  scanned_at: zMoment.nullable(),
  error: z.string().nullable(),
});
export type Scan = z.infer<typeof zScan>;

/** The groups of the last finished scan that still stand; `status` is the newest scan's. */
export const zDuplicates = z.object({
  /** The newest days first, at most `LIMITS.duplicates.listed` of each kind; the totals count all. */
  items: z.array(zItemDuplicates),
  pokemon: z.array(zPokemonDuplicates),
  total_items: z.number(),
  total_pokemon: z.number(),
  scanned_at: zMoment.nullable(),
  status: z.enum(SCAN_STATUSES),
});

export type Duplicates = z.infer<typeof zDuplicates>;

export const zDuplicateGroupList = z.strictObject({
  kind: zOneOf('kind', SALE_KINDS),
  limit: zQueryInt('limit', 1, LIMITS.duplicates.listed).optional(),
});

/** Sales that look like one, the oldest entry first. */
export const zDuplicateGroup = z.object({ sales: z.array(zAnySale) });
export type DuplicateGroup = z.infer<typeof zDuplicateGroup>;

/** The first of the groups that stand, with each sale as a whole; `total` counts all. */
export const zDuplicateGroups = z.object({ data: z.array(zDuplicateGroup), total: z.number() });

export const zScanStarted = z.object({ job_id: z.string() });

export const zDeleteDuplicate = z.strictObject({ type: zOneOf('type', SALE_KINDS), id: zId('id') });

/** Keeps one sale of a group, joins the others' proofs to its history, and deletes them. */
export const zMergeDuplicates = z
  .strictObject({
    keep: zId('keep'),
    remove: z
      .array(zId('remove'))
      .min(1, { error: 'Name at least one sale to remove' })
      .max(LIMITS.duplicates.merge, { error: `Name at most ${LIMITS.duplicates.merge} sales to remove` }),
  })
  .refine(({ keep, remove }) => new Set([keep, ...remove]).size === remove.length + 1, {
    path: ['remove'],
    error: 'Name each sale once',
  });
export type MergeDuplicates = z.infer<typeof zMergeDuplicates>;
