/** Asks the user whether to go on, and calls `proceed` if so. */
export type LeaveQuestion = (proceed: () => void) => void;

/** What asks before the input of this page is lost. */
export const leaveQuestions = new Set<LeaveQuestion>();

/** Goes on, but only with the user's consent to each of the questions, the newest first. */
export const askAll = (questions: ReadonlySet<LeaveQuestion>, proceed: () => void): void =>
  [...questions].reduce<() => void>((go, ask) => () => ask(go), proceed)();

/** Goes on, but only with the user's consent where that loses input of this page. */
export const withLeave: LeaveQuestion = (proceed) => askAll(leaveQuestions, proceed);
