import { createContext, type RefObject } from 'react';
import type { LeaveQuestion } from '../../lib/leave-question.ts';

/** Set by what is inside a dialog while closing the dialog would lose input. */
export const CloseQuestionContext = createContext<RefObject<LeaveQuestion | null> | null>(null);
