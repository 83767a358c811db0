import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createQueryClient } from '../lib/query-client.ts';
import { SessionProvider } from '../lib/session.tsx';
import { createClient, trpc } from '../lib/trpc.ts';
import { Toaster } from '../ui/toast.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Routes } from './routes.tsx';

/** The client: its providers, its screens, and the place of its toasts. */
export function App() {
  const [queries] = useState(createQueryClient);
  const [client] = useState(createClient);
  return (
    <trpc.Provider client={client} queryClient={queries}>
      <QueryClientProvider client={queries}>
        <SessionProvider>
          <ErrorBoundary>
            <Routes />
          </ErrorBoundary>
          <Toaster />
        </SessionProvider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
