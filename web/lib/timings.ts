/** The pause in typing after which a text is searched for or filters a list. */
export const TYPING_PAUSE_MS = 300;
/** How long a button says that it copied. */
export const COPIED_MS = 3_000;
/** How long Submit Data shows what was submitted before it is empty again. */
export const SUBMIT_RESET_MS = 3_000;
/** How long a successful password reset is shown before the sign-in. */
export const RESET_REDIRECT_MS = 3_000;
