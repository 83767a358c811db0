import { showToast } from '../../../ui/overlays/toast.tsx';

/** The last alert of each failure. */
const alerts = new Map<string, { subjects: Set<string>; dismiss: () => boolean }>();

/**
 * Shows why a decision failed. An alert stays until it is closed, so sales with the same failure share one: without a
 * network there would be one per sale.
 */
export function showFailure(failure: string, subject: string): void {
  const last = alerts.get(failure);
  const subjects = new Set(last?.dismiss() ? last.subjects : []).add(subject);
  const dismiss = showToast(`${[...subjects].join('; ')}: ${failure}`, { tone: 'alert' });
  alerts.set(failure, { subjects, dismiss });
}
