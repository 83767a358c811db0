/** An index with an expression or a condition. @param on table, columns and condition, as PostgreSQL reports them */
export const index = (name: string, on: string) => ({
  name,
  expression: `create index "${name}" on ${on}`,
});

/** The same for a unique index. */
export const uniqueIndex = (name: string, on: string) => ({
  name,
  expression: `create unique index "${name}" on ${on}`,
});
