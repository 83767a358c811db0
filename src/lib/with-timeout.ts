/** The result, or null after the time limit; the work itself is not cancelled. */
export async function inTime<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Rejects when the work takes longer than `ms`; the work itself is not cancelled.
 *
 * @param code of that error, such as `ETIMEDOUT` for a server that does not respond
 */
export async function withTimeout<T>(ms: number, what: string, work: Promise<T>, code?: string): Promise<T> {
  const done = await inTime(
    ms,
    work.then((result) => ({ result })),
  );
  if (done) return done.result;
  throw Object.assign(new Error(`${what} took longer than ${ms} ms`), code && { code });
}
