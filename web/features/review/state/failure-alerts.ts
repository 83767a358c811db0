import { showToast } from '../../../ui/overlays/toast.tsx';
import type { UndoableDecision } from './decisions.ts';

/** The alerts so far, by what failed: the sales that each names, and a function that removes it. */
const alerts = new Map<string, { subjects: readonly string[]; dismiss: () => boolean }>();

function show(failure: string, subjects: readonly string[]): void {
  const dismiss = showToast(`${subjects.join('; ')}: ${failure}`, { tone: 'alert' });
  alerts.set(failure, { subjects, dismiss });
}

/**
 * Shows why a decision on a sale failed. An alert stays until it is closed, so sales with the same failure share one: without
 * a network there would be one per sale.
 */
export function showFailure(failure: string, subject: string): void {
  const last = alerts.get(failure);
  const others = last?.dismiss() ? last.subjects.filter((other) => other !== subject) : [];
  show(failure, [...others, subject]);
}

/** Removes from the alerts what is decided after all: the outcome was unknown, or another attempt succeeded. */
export function withdrawFailures({ sales }: Pick<UndoableDecision, 'sales'>): void {
  for (const [failure, { subjects, dismiss }] of alerts) {
    const others = subjects.filter((subject) => !sales.some(({ reference }) => reference === subject));
    const isChanged = others.length < subjects.length && dismiss();
    if (isChanged && others.length > 0) show(failure, others);
  }
}
