/** Whether objects and lists stand inside each other deeper than `limit`; looks no deeper than that. */
export function nestsDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  return Object.values(value).some((inner) => nestsDeeperThan(inner, limit - 1));
}
