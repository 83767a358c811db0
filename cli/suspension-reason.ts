import { zSuspensionReason } from '../src/contract/admin/account-admin.ts';
import { describeIssues } from '../src/contract/shared/validation.ts';
import { invalidInput } from '../src/lib/errors.ts';

/** The reason of a suspension, trimmed. @throws DomainError invalid_input without one, and for an invalid one. */
export function suspensionReason(text: string | undefined): string {
  const { data: reason, error } = zSuspensionReason.safeParse(text);
  if (error) throw invalidInput(describeIssues(error));
  return reason;
}
