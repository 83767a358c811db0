import type { Role } from '../../../../src/contract/accounts/roles.ts';

/**
 * A change of an account that needs only a confirmation. Suspending has a separate dialog. `seen` is the role that the
 * new one replaces.
 */
export type AccountAction = { role: Role; seen: Role } | { account_status: 'Active' };

/** The texts of the confirmation: what changes, its effect, and whether it can be undone. */
export interface ActionLabels {
  title: string;
  effect: string;
  confirm: string;
  danger: boolean;
  /** Shown once it is done. */
  done: string;
}

const A_ROLE: Record<Role, string> = { user: 'a user', checker: 'a checker', admin: 'an admin' };

const ROLE_EFFECT: Record<Role, string> = {
  user: 'They can submit sales, but no longer review or manage anything.',
  checker: "They can approve, reject and edit others' pending submissions, but not manage anything.",
  admin: 'They can do everything that you can: manage users, data and settings, and remove your role.',
};

/** The confirmation texts for a change of an account. */
export function actionLabels(action: AccountAction, username: string): ActionLabels {
  if ('role' in action)
    return {
      title: `Make ${username} ${A_ROLE[action.role]}?`,
      effect: `${ROLE_EFFECT[action.role]} It takes effect at once, and can be changed again.`,
      confirm: `Make ${A_ROLE[action.role]}`,
      danger: action.role === 'admin',
      done: `${username} is now ${A_ROLE[action.role]}.`,
    };
  return {
    title: `Activate ${username}?`,
    effect: 'They can sign in again with their current role. They can be suspended again.',
    confirm: 'Activate',
    danger: false,
    done: `${username} can sign in again.`,
  };
}
