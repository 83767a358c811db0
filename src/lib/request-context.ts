import { AsyncLocalStorage } from 'node:async_hooks';

/** What every log line of one request, job or command carries. */
export interface RequestContext {
  requestId: string;
  /** The procedure, job or command that runs. */
  path?: string;
  /** Where it was asked from. */
  ip?: string | null;
  /** The account or operator that acts, once it is known. */
  user?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` with this context; a nested call adds to the outer one. */
export const withRequestContext = <T>(
  context: Partial<RequestContext> & { requestId: string },
  work: () => T,
): T => storage.run({ ...storage.getStore(), ...context }, work);

export const requestContext = (): RequestContext | undefined => storage.getStore();

/** Names who acts on every further log line of the innermost context that runs. */
export function setActingUser(user: string): void {
  const context = storage.getStore();
  if (context) context.user = user;
}
