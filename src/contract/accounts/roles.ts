export const ROLES = ['user', 'checker', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const ACCOUNT_STATUSES = ['Active', 'Suspended'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** Whoever asks: nobody, a signed-in account, or the system itself (the command line, a job). */
export type Viewer = { user_id: number; role: Role } | null;

const rank: Record<Role, number> = { user: 1, checker: 2, admin: 3 };

/** True when the viewer holds the role or a higher one. */
export const hasRole = (viewer: Viewer, role: Role): boolean =>
  viewer !== null && rank[viewer.role] >= rank[role];

/** What a policy needs to know of a sale. */
export interface SaleFacts {
  status: 'pending' | 'approved' | 'rejected';
  submitted_by: number | null;
}

const isOwn = (viewer: Viewer, sale: SaleFacts) => viewer !== null && sale.submitted_by === viewer.user_id;

/** A checker never meets their own submissions in review; an admin does (docs/product.md "Roles"). */
const mayMeetInReview = (viewer: Viewer, sale: SaleFacts) =>
  hasRole(viewer, 'admin') || (hasRole(viewer, 'checker') && !isOwn(viewer, sale));

/**
 * The policy table: what a viewer may do, to a sale where the action is on one. Procedures enforce it and the
 * web shows and hides by it (docs/product.md "Roles", docs/api.md "Who sees what").
 */
const POLICIES = {
  'account.own': (viewer) => hasRole(viewer, 'user'),
  'sale.submit': (viewer) => hasRole(viewer, 'user'),
  'sale.submitApproved': (viewer) => hasRole(viewer, 'checker'),
  'sale.listAnyStatus': (viewer) => hasRole(viewer, 'checker'),
  'sale.see': (viewer, sale) => sale?.status === 'approved' || (!!sale && mayMeetInReview(viewer, sale)),
  'sale.seeReviewFields': (viewer, sale) => hasRole(viewer, 'checker') || (!!sale && isOwn(viewer, sale)),
  'sale.review': (viewer, sale) => (sale ? mayMeetInReview(viewer, sale) : hasRole(viewer, 'checker')),
  'admin.panel': (viewer) => hasRole(viewer, 'admin'),
} as const satisfies Record<string, (viewer: Viewer, sale?: SaleFacts) => boolean>;

export type Action = keyof typeof POLICIES;

/** Whether the viewer may do this. */
export function can(viewer: Viewer, action: Action, sale?: SaleFacts): boolean {
  const policy: (viewer: Viewer, sale?: SaleFacts) => boolean = POLICIES[action];
  return policy(viewer, sale);
}
