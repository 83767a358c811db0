/** Tables whose rows are never changed: triggers reject it, and the application's user lacks the rights. */
export const HISTORY_TABLES = ['audit_event', 'history_seal', 'sale_event'] as const;
