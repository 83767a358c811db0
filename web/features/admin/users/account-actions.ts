import type { AccountStatus, Role } from '../../../../src/contract/roles.ts';

/** A change of an account that an admin can ask for. */
export type AccountAct = { role: Role } | { account_status: AccountStatus };

/** How an act is asked about: what it hits, what follows and whether it can be undone (UX.md "Dangerous things"). */
export interface ActWords {
  title: string;
  effect: string;
  confirm: string;
  danger: boolean;
  /** Said once it is done. */
  done: string;
}

const A_ROLE: Record<Role, string> = { user: 'a user', checker: 'a checker', admin: 'an admin' };

const ROLE_EFFECT: Record<Role, string> = {
  user: 'They can submit sales, and review and manage nothing any more.',
  checker: "They can approve, reject and edit others' pending submissions, and manage nothing.",
  admin: 'They can do everything that you can: manage users, data and settings, and take your role away.',
};

/** The words of an act on an account. */
export function actWords(act: AccountAct, username: string): ActWords {
  if ('role' in act)
    return {
      title: `Make ${username} ${A_ROLE[act.role]}?`,
      effect: `${ROLE_EFFECT[act.role]} It holds at once, and the role can be changed again.`,
      confirm: `Make ${A_ROLE[act.role]}`,
      danger: act.role === 'admin',
      done: `${username} is ${A_ROLE[act.role]} now.`,
    };
  if (act.account_status === 'Suspended')
    return {
      title: `Suspend ${username}?`,
      effect: 'They are signed out everywhere at once, and cannot sign in until they are activated again.',
      confirm: 'Suspend',
      danger: true,
      done: `${username} is suspended and signed out everywhere.`,
    };
  return {
    title: `Activate ${username}?`,
    effect: 'They can sign in again, with the role they have. They can be suspended again.',
    confirm: 'Activate',
    danger: false,
    done: `${username} can sign in again.`,
  };
}
