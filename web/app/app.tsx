import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { focusSearch } from '../lib/search-box.ts';
import { createQueryClient } from '../lib/server/query-client.ts';
import { SessionProvider, useSession } from '../lib/server/session.tsx';
import { createClient, trpc } from '../lib/server/trpc.ts';
import { useSiteKeys } from '../ui/hooks/use-keys.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { Toaster } from '../ui/overlays/toast.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { Routes } from './routes.tsx';

/** Live updates are optional: the app works without them when their script fails to load. */
const Live = lazy(() => import('./live.tsx').catch(() => ({ default: () => null })));
const ConfirmationHost = lazy(() => import('./confirmation-host.tsx'));

/** What only a signed-in user needs. */
function WhenIn() {
  const { status, user } = useSession();
  if (status !== 'in') return null;
  return (
    <>
      <Suspense>
        <Live key={user?.user_id} />
      </Suspense>
      <Suspense>
        <ConfirmationHost />
      </Suspense>
    </>
  );
}

const SEARCH_KEYS = { '/': () => focusSearch(), 'Mod+k': () => focusSearch() };

/** The client: providers, routes, live updates and toasts. */
export function App() {
  const [queries] = useState(createQueryClient);
  const [client] = useState(createClient);
  useSiteKeys(SEARCH_KEYS);
  return (
    <trpc.Provider client={client} queryClient={queries}>
      <QueryClientProvider client={queries}>
        <SessionProvider>
          <OfflineBar />
          <ErrorBoundary wrapper="main">
            <Routes />
          </ErrorBoundary>
          <WhenIn />
          <Toaster />
          <LiveRegion />
        </SessionProvider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
