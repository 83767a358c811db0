import type { SaleStatus } from '../sale/statuses.ts';

export const ROLES = ['user', 'checker', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const ACCOUNT_STATUSES = ['Active', 'Suspended'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** The account that makes a request; null for a visitor. */
export type Viewer = { user_id: number; role: Role } | null;

const rank: Record<Role, number> = { user: 1, checker: 2, admin: 3 };

/** True when the viewer holds the role or a higher one. */
export const hasRole = (viewer: Viewer, role: Role): boolean =>
  viewer !== null && rank[viewer.role] >= rank[role];

/** The fields of a sale that policies depend on. */
export interface SaleForPolicy {
  status: SaleStatus;
  submitted_by: number | null;
}

const isOwn = (viewer: Viewer, sale: SaleForPolicy) =>
  viewer !== null && sale.submitted_by === viewer.user_id;

/** Whether the viewer leaves the sale to others because they submitted it, as every checker but no admin does. */
const leavesToOthers = (viewer: Viewer, sale: SaleForPolicy | undefined) =>
  sale !== undefined && isOwn(viewer, sale) && !hasRole(viewer, 'admin');

/**
 * The policy table: what a viewer may do, and with which sale. Procedures enforce it; the web app uses it to show
 * and hide controls (docs/product.md "Roles", docs/api.md "Who sees what").
 */
const POLICIES = {
  'account.own': (viewer) => hasRole(viewer, 'user'),
  'sale.submit': (viewer) => hasRole(viewer, 'user'),
  'sale.submitApproved': (viewer) => hasRole(viewer, 'checker'),
  'sale.listAnyStatus': (viewer) => hasRole(viewer, 'checker'),
  'sale.seeReviewFields': (viewer, sale) => hasRole(viewer, 'checker') || (!!sale && isOwn(viewer, sale)),
  'sale.seeInReview': (viewer, sale) =>
    hasRole(viewer, 'checker') && !(sale?.status === 'pending' && leavesToOthers(viewer, sale)),
  'sale.review': (viewer, sale) => hasRole(viewer, 'checker') && !leavesToOthers(viewer, sale),
  'admin.panel': (viewer) => hasRole(viewer, 'admin'),
} as const satisfies Record<string, (viewer: Viewer, sale?: SaleForPolicy) => boolean>;

export type Action = keyof typeof POLICIES;

/** Whether the viewer may perform the action. @param sale required by actions on a single sale */
export function can(viewer: Viewer, action: Action, sale?: SaleForPolicy): boolean {
  const policy: (viewer: Viewer, sale?: SaleForPolicy) => boolean = POLICIES[action];
  return policy(viewer, sale);
}
