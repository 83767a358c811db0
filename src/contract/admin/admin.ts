import { z } from 'zod';
import { zUser } from '../accounts/account.ts';
import { ACCOUNT_STATUSES, ROLES } from '../accounts/roles.ts';
import { zImageLink } from '../sale/image-links.ts';
import { SALE_STATUSES } from '../sale/statuses.ts';
import { LIMITS } from '../shared/limits.ts';
import { MESSAGES } from '../shared/messages.ts';
import {
  pageFields,
  zId,
  zMoment,
  zName,
  zOneOf,
  zPage,
  zQueryBool,
  zQueryInt,
  zSearch,
  zWholeNumber,
} from '../shared/primitives.ts';
import { SORT_ORDERS } from '../shared/sort-orders.ts';

/** Totals for the overview, without deleted sales. */
export const zStats = z.object({
  total_users: z.number(),
  total_item_sales: z.number(),
  total_pokemon_sales: z.number(),
  pending_item_reviews: z.number(),
  pending_pokemon_reviews: z.number(),
  approved_items: z.number(),
  approved_pokemon: z.number(),
  rejected_items: z.number(),
  rejected_pokemon: z.number(),
});
export type Stats = z.infer<typeof zStats>;

export const USER_SORTS = ['username', 'email', 'role', 'account_status', 'created', 'lastLogin'] as const;
export type UserSort = (typeof USER_SORTS)[number];

export const zUserList = z.strictObject({
  ...pageFields,
  search: zSearch('search').optional(),
  role: zOneOf('role', ROLES).optional(),
  account_status: zOneOf('account_status', ACCOUNT_STATUSES).optional(),
  sort: zOneOf('sort', USER_SORTS).meta({ default: 'username' }).optional(),
  order: zOneOf('order', SORT_ORDERS).meta({ default: 'asc' }).optional(),
});
export type UserFilter = Pick<z.output<typeof zUserList>, 'search' | 'role' | 'account_status'>;
/** `total_users` counts all accounts, independent of the filter. */
export const zUserPage = zPage(zUser).extend({ total_users: z.number() });
export type UserPage = z.infer<typeof zUserPage>;

/** An account with the details of the Manage dialog. */
export const zUserDetail = z.object({
  user: zUser,
  /** Who suspended it, when and why; null for an active account. */
  suspension: z.object({ at: zMoment, by: z.string().nullable(), reason: z.string().nullable() }).nullable(),
  email_confirmed: z.boolean(),
  sessions: z.number(),
  two_factor: z.boolean(),
  submitted: z.object({ pending: z.number(), approved: z.number(), rejected: z.number() }),
  decided: z.object({ approved: z.number(), rejected: z.number() }),
});
export type UserDetail = z.infer<typeof zUserDetail>;

export const ADMIN_SALE_SORTS = ['date_submitted', 'date_sold', 'price', 'name', 'status'] as const;

/** The data editor's list of one kind. */
export const zAdminSaleList = z.strictObject({
  ...pageFields,
  /** Part of the item, pokemon or submitter name, or `#` and the sale's id. */
  search: zSearch('search').optional(),
  status: zOneOf('status', SALE_STATUSES).optional(),
  /** Deleted sales instead of the others. */
  deleted: zQueryBool('deleted').optional(),
  sort: zOneOf('sort', ADMIN_SALE_SORTS).meta({ default: 'date_submitted' }).optional(),
  order: zOneOf('order', SORT_ORDERS).meta({ default: 'desc' }).optional(),
});

export const zSpriteEntry = z.object({
  id: z.number(),
  pokemon_id: z.number(),
  pokemon_name: z.string(),
  variant: z.string(),
  imgur_url: z.string(),
});
export type SpriteEntry = z.infer<typeof zSpriteEntry>;
/** The form that cannot be submitted without a sprite, and how many sales have it; null without such a form. */
export const zSpriteForm = z.object({ form: z.string().nullable(), sales: z.number() });
export const zSpritePage = zPage(zSpriteEntry);
export const zSpriteList = z.strictObject({ ...pageFields, search: zSearch('search').optional() });

/** A form, or a variant such as a season; players read it in the list of forms. */
export const zSpriteVariant = (what: string) =>
  zName(what).refine((text) => /^[\p{L}\p{N}][\p{L}\p{M}\p{N} '.%-]*$/u.test(text), {
    error: `${what} can have letters, digits, spaces, hyphens, apostrophes, full stops and percent signs`,
  });

export const zCreateSprite = z.strictObject({
  pokemon_id: zWholeNumber('pokemon_id', 1, LIMITS.id.max),
  pokemon_name: zName('Pokemon name'),
  variant: zSpriteVariant('Variant'),
  imgur_url: zImageLink('Image link'),
});
export const zEditSprite = z
  .strictObject({ id: zId('id'), ...zCreateSprite.partial().shape })
  .refine(({ id: _, ...change }) => Object.values(change).some((value) => value !== undefined), {
    error: MESSAGES.nothingToChange,
  });

/** The fields of a merge, as its form and its errors name them. */
export const MERGE_LABELS = { from: 'Spelling to replace', into: 'Correct item' } as const;

/** Merges two spellings of an item: every sale of `from` becomes a sale of `into`. */
export const zMerge = z.strictObject({
  from: zName(MERGE_LABELS.from),
  into: zName(MERGE_LABELS.into),
});
export type Merge = z.infer<typeof zMerge>;

export const zMergePreview = zMerge.extend({
  sales: z.number(),
  /** Pokemon sales whose held item is renamed too. */
  held: z.number(),
});
export type MergePreview = z.infer<typeof zMergePreview>;

export const zMergeItems = zMerge.extend({
  /** The preview that the caller saw. When the merge would change something else by now, it changes nothing. */
  seen: zMergePreview.optional(),
});

export const zActivityRequest = z.strictObject({
  limit: zQueryInt('limit', 1, LIMITS.activity.max).meta({ default: LIMITS.activity.default }).optional(),
});

/** The newest actions of admins, reviewers and operators, except those on their own accounts. */
export const zActivity = z.object({
  data: z.array(
    z.object({
      at: zMoment,
      /** Name in the audit log, such as `account.role-changed`; for sales `sale.` and the event: `sale.approved`. */
      action: z.string(),
      by: z.string().nullable(),
      /** A name; for an action on several sales, their number. */
      target: z.string().nullable(),
      /** Of a role, a status or a setting; of a secret only whether it is set. */
      change: z.object({ before: z.string(), after: z.string() }).nullable(),
      /** Set for an action on a single sale. */
      sale_id: z.number().nullable(),
    }),
  ),
});
export type ActivityEntry = z.infer<typeof zActivity>['data'][number];

export const HEALTH_PARTS = ['database', 'queue', 'mail', 'disk', 'address', 'legal', 'discord'] as const;
export type HealthPart = (typeof HEALTH_PARTS)[number];

/** `warning`: it works, but not as a public site should. */
const HEALTH_STATUSES = ['ok', 'warning', 'error'] as const;
export type HealthStatus = (typeof HEALTH_STATUSES)[number];

/** One entry per part: whether it works, and what to do if not. */
export const zHealth = z.object({
  data: z.array(
    z.object({ part: z.enum(HEALTH_PARTS), status: z.enum(HEALTH_STATUSES), message: z.string() }),
  ),
});
export type Health = z.infer<typeof zHealth>['data'][number];
