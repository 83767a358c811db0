import { createContext, type RefObject } from 'react';

/** Asks the user whether to go on, and calls `proceed` if so. */
export type CloseQuestion = (proceed: () => void) => void;

/** Set by what is inside a dialog while closing the dialog would lose input. */
export const CloseQuestionContext = createContext<RefObject<CloseQuestion | null> | null>(null);
