/** Tables whose rows are never changed: triggers reject it, and the application's user lacks the rights. */
export const HISTORY_TABLES = ['audit_event', 'history_seal', 'sale_event'] as const;

/** A trigger that rejects updates and deletes: audit records are append-only (docs/product.md "Records"). */
export const appendOnly = (table: string) => ({
  name: `${table}_append_only`,
  timing: 'before' as const,
  events: ['update' as const, 'delete' as const],
  body: `raise exception 'rows of ${table} are never changed' using errcode = 'restrict_violation';`,
});
