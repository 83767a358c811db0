/** Asks the user whether to go on, and calls `proceed` if so. */
export type LeaveQuestion = (proceed: () => void) => void;

let current: LeaveQuestion | null = null;

/** Sets what asks before the input of this page is lost; null while nothing would be. */
export function setLeaveQuestion(question: LeaveQuestion | null): void {
  current = question;
}

/** Goes on, but only with the user's consent where that loses input. */
export const withLeave: LeaveQuestion = (proceed) => (current ? current(proceed) : proceed());
