import { z } from 'zod';
import { zUser } from '../accounts/account.ts';
import { ACCOUNT_STATUSES, ROLES } from '../accounts/roles.ts';
import { directImageLink } from '../sale/image-links.ts';
import { SALE_STATUSES, SORT_ORDERS } from '../sale/sale.ts';
import { LIMITS } from '../shared/limits.ts';
import {
  pageFields,
  wholeNumber,
  zId,
  zMoment,
  zName,
  zOneOf,
  zPage,
  zQueryBool,
  zQueryInt,
  zSearch,
} from '../shared/primitives.ts';

/** docs/api.md "Admin": what each figure counts leaves deleted sales out. */
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
  sort: zOneOf('sort', USER_SORTS).optional(),
  order: zOneOf('order', SORT_ORDERS).optional(),
});
export type UserFilter = Pick<z.output<typeof zUserList>, 'search' | 'role' | 'account_status'>;
/** `total_users` counts every account, whatever is asked for. */
export const zUserPage = zPage(zUser).extend({ total_users: z.number() });
export type UserPage = z.infer<typeof zUserPage>;

export const zUserRef = z.strictObject({ id: zId('id') });

/** What the Manage dialog shows beside the account itself. */
export const zUserDetail = z.object({
  user: zUser,
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
  /** Part of the name or of the submitter's, or `#` and the sale's number. */
  search: zSearch('search').optional(),
  status: zOneOf('status', SALE_STATUSES).optional(),
  /** Deleted sales in place of the others. */
  deleted: zQueryBool('deleted').optional(),
  sort: zOneOf('sort', ADMIN_SALE_SORTS).optional(),
  order: zOneOf('order', SORT_ORDERS).optional(),
});

export const zSpriteEntry = z.object({
  id: z.number(),
  pokemon_id: z.number(),
  pokemon_name: z.string(),
  variant: z.string(),
  imgur_url: z.string(),
});
export type SpriteEntry = z.infer<typeof zSpriteEntry>;
export const zSpritePage = zPage(zSpriteEntry);
export const zSpriteList = z.strictObject({ ...pageFields, search: zSearch('search').optional() });

/** A picture's link; that of a page of the image host becomes the picture's own. */
export const zPictureUrl = z
  .string({ error: 'Image link is required' })
  .trim()
  .min(1, { error: 'Image link is required' })
  .max(LIMITS.proofUrl.max)
  .transform((link, context) => {
    const direct = directImageLink(link);
    if (direct !== null) return direct;
    context.addIssue('Image link must be a web address that starts with http:// or https://');
    return z.NEVER;
  });

const spriteFields = {
  pokemon_id: wholeNumber('pokemon_id', 1, LIMITS.id.max),
  pokemon_name: zName('Pokemon name'),
  variant: zName('Variant'),
  imgur_url: zPictureUrl,
};
export const zCreateSprite = z.strictObject(spriteFields);
const { pokemon_id, pokemon_name, variant, imgur_url } = spriteFields;
export const zEditSprite = z
  .strictObject({
    id: zId('id'),
    pokemon_id: pokemon_id.optional(),
    pokemon_name: pokemon_name.optional(),
    variant: variant.optional(),
    imgur_url: imgur_url.optional(),
  })
  .refine(({ id: _, ...change }) => Object.values(change).some((value) => value !== undefined), {
    error: 'Name at least one field to change',
  });
export const zSpriteRef = z.strictObject({ id: zId('id') });

/** Two spellings of one item: every sale of `from` becomes one of `into`. */
export const zMergeItems = z.strictObject({ from: zName('from'), into: zName('into') });
export const zMergeForecast = z.object({
  from: z.string(),
  into: z.string(),
  sales: z.number(),
  /** Held items of pokemon sales that change with it. */
  held: z.number(),
});
export type MergeForecast = z.infer<typeof zMergeForecast>;

export const zActivityRequest = z.strictObject({
  limit: zQueryInt('limit', 1, LIMITS.activity.max).optional(),
});

/** The newest acts of admins, reviewers and operators on others than themselves. */
export const zActivity = z.object({
  data: z.array(
    z.object({
      at: zMoment,
      /** As the audit has it: `account.role-changed`; a step of sales is `sale.` and its name: `sale.approved`. */
      action: z.string(),
      by: z.string().nullable(),
      /** A name; of several sales at once how many they are. */
      target: z.string().nullable(),
      /** The sale, where it is one. */
      sale_id: z.number().nullable(),
    }),
  ),
});
export type ActivityEntry = z.infer<typeof zActivity>['data'][number];

export const HEALTH_PARTS = ['database', 'queue', 'mail', 'disk'] as const;
export type HealthPart = (typeof HEALTH_PARTS)[number];

/** One line each: what works, and what to do where something does not. */
export const zHealth = z.object({
  data: z.array(z.object({ part: z.enum(HEALTH_PARTS), ok: z.boolean(), says: z.string() })),
});
export type Health = z.infer<typeof zHealth>['data'][number];
