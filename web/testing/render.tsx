import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { outcomeLink } from '../lib/server/outcome-link.ts';
import { createQueryClient } from '../lib/server/query-client.ts';
import { repeatLink } from '../lib/server/repeat-link.ts';
import { SessionProvider } from '../lib/server/session.tsx';
import { sessionLink } from '../lib/server/session-link.ts';
import { type SessionUser, sessionStore } from '../lib/server/session-store.ts';
import { trpc } from '../lib/server/trpc.ts';
import { Toaster } from '../ui/overlays/toast.tsx';
import { type Answers, type Call, fakeLink, noResponse, type Subscription } from './fake-server.ts';

/** A player who can be signed in. */
export const ASH = { user_id: 1, username: 'ash_k', email: 'ash@example.org', role: 'user' } as const;

export interface Rendered {
  user: ReturnType<typeof userEvent.setup>;
  /** Every query and mutation so far. */
  calls: readonly Call[];
  /** The inputs of the calls of one procedure, such as `items.list`. */
  inputsOf: (path: string) => unknown[];
  /** Waits for a subscription to a procedure, such as `market.live`, and sends it an event. */
  send: (path: string, event: unknown) => Promise<void>;
}

interface Place {
  /** The address of the page. */
  at?: string;
  /** The state of its entry in the browser's history, such as after a reload. */
  state?: unknown;
  /** The signed-in account; a visitor by default. */
  as?: SessionUser;
}

/** Renders a part of the client as on a page of the site, with a fake server. */
export function renderAt(
  ui: ReactNode,
  answers: Answers,
  { at = '/', state = null, as }: Place = {},
): Rendered {
  history.replaceState(state, '', at);
  sessionStore.set(as ? { token: 'token', user: as } : null);
  const calls: Call[] = [];
  const subscriptions = new Set<Subscription>();
  const subscribed = (path: string) => [...subscriptions].filter((one) => one.path === path);
  const queries = createQueryClient();
  // Retries wait for a second; they are the query client's.
  queries.setDefaultOptions({
    ...queries.getDefaultOptions(),
    queries: { ...queries.getDefaultOptions().queries, retryDelay: 0 },
  });
  // While something has failed to load, the page asks this until the server answers (web/lib/server/recovery.ts).
  const legal = { notice: () => Promise.reject(noResponse()) };
  const client = trpc.createClient({
    links: [
      outcomeLink(queries),
      repeatLink,
      sessionLink,
      fakeLink({ legal, ...answers }, calls, subscriptions),
    ],
  });
  render(
    <trpc.Provider client={client} queryClient={queries}>
      <QueryClientProvider client={queries}>
        <SessionProvider>
          {ui}
          <Toaster />
        </SessionProvider>
      </QueryClientProvider>
    </trpc.Provider>,
  );
  return {
    user: userEvent.setup(),
    calls,
    inputsOf: (path) => calls.filter((call) => call.path === path).map(({ input }) => input),
    send: async (path, event) => {
      await waitFor(() => expect(subscribed(path)).not.toEqual([]));
      act(() => {
        for (const { send } of subscribed(path)) send(event);
      });
    },
  };
}

/** The page's address within the site, query string included. */
export const address = (): string => `${location.pathname}${location.search}`;

/** Waits until the page is at an address of the site, query string included. */
export const arrivesAt = (at: string): Promise<void> => waitFor(() => expect(address()).toBe(at));
