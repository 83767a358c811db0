/** Whether objects and arrays are nested deeper than `limit`; stops there, so deep input is cheap to reject. */
export function nestsDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  return Object.values(value).some((inner) => nestsDeeperThan(inner, limit - 1));
}
