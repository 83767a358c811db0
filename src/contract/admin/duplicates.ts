import { z } from 'zod';
import { zSeenSaleQuery } from '../review/review.ts';
import { ivColumn, STATS } from '../sale/ivs.ts';
import { SALE_KINDS } from '../sale/kinds.ts';
import { zAnySale } from '../sale/sale.ts';
import { LIMITS } from '../shared/limits.ts';
import { MESSAGES } from '../shared/messages.ts';
import { zDay, zId, zMoment, zOneOf, zQueryInt } from '../shared/primitives.ts';
import { recordOf } from '../shared/record.ts';
import { RUN_STATUSES } from '../shared/run-status.ts';

export const PROOF_SEPARATOR = '|||';

const groupFields = {
  price: z.number(),
  date: zDay,
  count: z.number(),
  /** The proofs of all sales, joined by `PROOF_SEPARATOR`; empty without proofs. */
  proof_urls: z.string(),
};

/** Item sales of the same name, price and day; ids comma-separated, oldest first. */
const zItemDuplicates = z.object({ item_ids: z.string(), name: z.string(), ...groupFields });

/** An IV in a group; `X` when unknown. */
const zShownIv = z.union([z.number(), z.literal('X')]);

/** Pokemon sales of the same name, price, day and traits; ids comma-separated, oldest first. */
const zPokemonDuplicates = z.object({
  sale_ids: z.string(),
  pokemon_name: z.string(),
  ...groupFields,
  nature: z.string(),
  ability: z.string(),
  hidden_power: z.string(),
  form: z.string(),
  ...recordOf(STATS, ivColumn, () => zShownIv),
});

/** At most one scan is in progress. */
const SCAN_STATUSES = ['never', ...RUN_STATUSES] as const;
export type ScanStatus = (typeof SCAN_STATUSES)[number];

/** The state of the newest scan. */
export const zScan = z.object({
  job_id: z.string().nullable(),
  status: z.enum(SCAN_STATUSES),
  /** 0 to 1. */
  progress: z.number(),
  /** End of the last finished scan, which produced the groups. */
  scanned_at: zMoment.nullable(),
  error: z.string().nullable(),
});
export type Scan = z.infer<typeof zScan>;

/** The groups of the last finished scan that are still unresolved; `status` belongs to the newest scan. */
export const zDuplicates = z.object({
  /** Newest days first, at most `LIMITS.duplicates.listed` per kind; the totals count all. */
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
  limit: zQueryInt('limit', 1, LIMITS.duplicates.listed)
    .meta({ default: LIMITS.duplicates.shown })
    .optional(),
});

/** Sales that appear to be the same sale, oldest entry first. */
const zDuplicateGroup = z.object({ sales: z.array(zAnySale) });
export type DuplicateGroup = z.infer<typeof zDuplicateGroup>;

/** The first unresolved groups with complete sales; `total` counts all groups. */
export const zDuplicateGroups = z.object({ data: z.array(zDuplicateGroup), total: z.number() });

export const zScanStarted = z.object({ job_id: z.string() });

export const zDeleteDuplicate = zSeenSaleQuery.extend({ type: zOneOf('type', SALE_KINDS) });

/** Keeps one sale of a group, records the others' proofs in its history, and deletes the others. */
export const zMergeDuplicates = z
  .strictObject({
    keep: zId('keep'),
    remove: z
      .array(zId('remove'))
      .min(1, { error: 'Specify at least one sale to remove' })
      .max(LIMITS.duplicates.merge, { error: `Specify at most ${LIMITS.duplicates.merge} sales to remove` }),
  })
  .refine(({ keep, remove }) => new Set([keep, ...remove]).size === remove.length + 1, {
    path: ['remove'],
    error: MESSAGES.eachSaleOnce,
  });
export type MergeDuplicates = z.infer<typeof zMergeDuplicates>;

/** Says that sales of a group are different ones; with `dismissed` false, lists the group again. */
export const zDismissDuplicates = z.strictObject({
  sale_ids: z
    .array(zId('sale_ids'))
    .min(2, { error: 'Specify at least two sales' })
    .max(LIMITS.duplicates.merge, { error: `Specify at most ${LIMITS.duplicates.merge} sales` })
    .refine((ids) => new Set(ids).size === ids.length, { error: MESSAGES.eachSaleOnce }),
  dismissed: z.boolean().optional(),
});
export type DismissDuplicates = z.infer<typeof zDismissDuplicates>;
