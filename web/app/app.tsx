import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { confirmation } from '../lib/server/confirmation.ts';
import { takePageData } from '../lib/server/page-data.ts';
import { createQueryClient } from '../lib/server/query-client.ts';
import { SessionProvider, useSession } from '../lib/server/session.tsx';
import { END_TEXTS, LOGGED_OUT } from '../lib/server/session-store.ts';
import { createClient, trpc } from '../lib/server/trpc.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { showToast, Toaster } from '../ui/overlays/toast.tsx';
import { latePart } from '../ui/states/late-part.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { Routes } from './routes.tsx';
import { useSearchKeys } from './use-search-keys.ts';

const SignedIn = latePart(() => import('./signed-in.tsx'), { Missing: NoConfirmation });

/**
 * Replaces the dialog that confirms the user's identity while its script cannot be loaded: calls that need a confirmation
 * then fail with the server's error, instead of waiting forever.
 */
export function NoConfirmation() {
  const request = confirmation.use();
  useEffect(() => request?.answer(false), [request]);
  return null;
}

/** Says why the session has ended, unless the sign-in screen does. */
export function EndNotice() {
  const { end } = useSession();
  useEffect(() => {
    const text = END_TEXTS.get(end);
    if (text !== undefined && history.state !== end)
      showToast(text, { tone: end === LOGGED_OUT ? 'note' : 'alert' });
  }, [end]);
  return null;
}

function WhenIn() {
  const { status, user } = useSession();
  return status === 'in' && <SignedIn key={user?.user_id} />;
}

/** A cache with the data that came with the document. */
function filledQueryClient() {
  const queries = createQueryClient();
  takePageData(queries);
  return queries;
}

export function App() {
  const [queries] = useState(filledQueryClient);
  const [client] = useState(() => createClient(queries));
  useSearchKeys();
  return (
    <trpc.Provider client={client} queryClient={queries}>
      <QueryClientProvider client={queries}>
        <SessionProvider>
          <OfflineBar />
          <ErrorBoundary wrapper="main">
            <Routes />
          </ErrorBoundary>
          <WhenIn />
          <EndNotice />
          <Toaster />
          <LiveRegion />
        </SessionProvider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
