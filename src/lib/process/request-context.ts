import { AsyncLocalStorage } from 'node:async_hooks';

/** Fields of every log line of one request, job or command. */
interface RequestContext {
  requestId: string;
  /** The procedure, job or command that runs. */
  path?: string;
  ip?: string | null;
  /** The account or operator, once known. */
  user?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` with this context; a nested call extends the outer one. */
export const withRequestContext = <T>(
  context: Partial<RequestContext> & { requestId: string },
  work: () => T,
): T => storage.run({ ...storage.getStore(), ...context }, work);

export const requestContext = (): RequestContext | undefined => storage.getStore();

/** Adds the user to every further log line of the innermost context. */
export function setActingUser(user: string): void {
  const context = storage.getStore();
  if (context) context.user = user;
}
