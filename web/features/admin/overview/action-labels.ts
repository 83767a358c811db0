import type { ActivityEntry } from '../../../../src/contract/admin/admin.ts';
import { capitalised } from '../../../../src/contract/shared/text.ts';

/** The label of a recorded action: `account.role-changed` is `Account role changed`. */
export function actionLabel(action: string): string {
  const [subject = '', ...rest] = action.split('.');
  return capitalised([subject, ...rest.map((part) => part.replaceAll('-', ' '))].join(' '));
}

/** What happened to several sales at once, whose target is their number: `3 sales approved`. Null for other entries. */
export function bulkLabel({ action, target, sale_id }: ActivityEntry): string | null {
  const [, change] = /^sale\.(.+)$/.exec(action) ?? [];
  return change && target && sale_id === null ? `${target} ${change.replaceAll('-', ' ')}` : null;
}
