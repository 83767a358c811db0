import { createContext } from 'react';
import type { LeaveQuestion } from '../../lib/leave-question.ts';

/** What asks before closing the dialog loses the input inside it; null outside dialogs. */
export const CloseQuestionsContext = createContext<Set<LeaveQuestion> | null>(null);
