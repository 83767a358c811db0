import { createContext } from 'react';

/** Asks the user whether to go on, and calls `proceed` if so. */
export type LeaveQuestion = (proceed: () => void) => void;

/** What asks before the input of this page is lost. */
export const leaveQuestions = new Set<LeaveQuestion>();

/** What asks before closing the dialog loses the input inside it; null outside dialogs. */
export const CloseQuestionsContext = createContext<Set<LeaveQuestion> | null>(null);

/** Proceeds, but only with the user's consent if there is a question. Only the newest one is asked. */
export function askFirst(questions: ReadonlySet<LeaveQuestion>, proceed: () => void): void {
  const newest = [...questions].at(-1);
  if (newest) newest(proceed);
  else proceed();
}

/** Proceeds, but only with the user's consent if that loses input of this page. */
export const withLeave: LeaveQuestion = (proceed) => askFirst(leaveQuestions, proceed);
