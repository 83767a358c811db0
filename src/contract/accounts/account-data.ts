import { z } from 'zod';
import { MESSAGES } from '../shared/messages.ts';
import { zOneOf, zQueryInt } from '../shared/primitives.ts';
import { hasForbiddenCharacter } from '../shared/text.ts';

/** The parts of an account's data, in the order of an export. */
export const DATA_PARTS = [
  'account',
  'sessions',
  'passkeys',
  'sales',
  'reports',
  'events',
  'actions',
  'follows',
  'matches',
  'inbox',
  'notices',
  'channels',
] as const;
export type DataPart = (typeof DATA_PARTS)[number];

/** One page of a part; `after` is the `next` of the page before. */
export const zDataRequest = z.strictObject({
  part: zOneOf('part', DATA_PARTS),
  after: zQueryInt('after', 0, Number.MAX_SAFE_INTEGER).default(0),
});

const zDataRow = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type DataRow = z.infer<typeof zDataRow>;

export const zDataPage = z.object({
  rows: z.array(zDataRow),
  /** Null on the last page. */
  next: z.number().nullable(),
});
export type DataPage = z.infer<typeof zDataPage>;

/** Deleting the own account; the name confirms it. */
export const zDeleteAccount = z.strictObject({
  username: z
    .string({ error: 'Please enter your username' })
    .trim()
    .min(1, { error: 'Please enter your username' })
    .max(100, { error: MESSAGES.notYourUsername })
    .refine((text) => !hasForbiddenCharacter(text), { error: MESSAGES.notYourUsername }),
});
