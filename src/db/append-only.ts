/** A trigger that rejects updates and deletes: audit records are append-only (docs/product.md "Records"). */
export const appendOnly = (table: string) => ({
  name: `${table}_append_only`,
  timing: 'before' as const,
  events: ['update' as const, 'delete' as const],
  body: `raise exception 'rows of ${table} are never changed' using errcode = 'restrict_violation';`,
});
