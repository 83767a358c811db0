import { useRef } from 'react';

/**
 * Starts a mutation unless it runs already: its `isPending` follows a moment later, so that the second click of a double
 * click would come through. Never rejects: the mutation holds its error.
 */
export function useOnce<I>({ mutateAsync }: { mutateAsync: (input: I) => Promise<unknown> }) {
  const running = useRef(false);
  return async (input: I): Promise<void> => {
    if (running.current) return;
    running.current = true;
    await mutateAsync(input).catch(() => undefined);
    running.current = false;
  };
}
