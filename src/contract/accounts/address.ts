import { z } from 'zod';
import { zEmail } from './account.ts';

/** What a mailed link does: confirm an address, or undo a change of it or a new second factor. */
export const LINK_PURPOSES = ['confirm', 'undo'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

export const zAddress = z.object({
  email: z.string(),
  /** Its owner opened the link that was mailed there, or the site had no mail server when it was entered. */
  confirmed: z.boolean(),
  /** Whether submitting a sale needs a confirmed address. */
  required: z.boolean(),
  /** The address that replaces this one when its link is opened. */
  pending: z.string().nullable(),
});
export type AddressView = z.infer<typeof zAddress>;

export const zChangeAddress = z.strictObject({ email: zEmail });

/** Any string is accepted; an unknown token is reported as invalid. */
export const zAddressLink = z.strictObject({ token: z.string() });

/** Whether a mailed link is valid, and what it would do to which account. */
export const zAddressLinkValidity = z.union([
  z.object({
    valid: z.literal(true),
    purpose: z.enum(LINK_PURPOSES),
    username: z.string(),
    email: z.string(),
  }),
  z.object({ valid: z.literal(false), error: z.string() }),
]);
export type AddressLinkValidity = z.infer<typeof zAddressLinkValidity>;

export const zAddressLinkUsed = z.object({
  message: z.string(),
  purpose: z.enum(LINK_PURPOSES),
});
