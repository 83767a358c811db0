import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePageTitle } from '../lib/use-page-title.ts';

/** In place of a screen that the user may not open: why, and what they can do. */
export function Denied({ message, children }: { message: string; children: ReactNode }) {
  usePageTitle('Access denied');
  return (
    <div className="mx-auto flex max-w-prose flex-col items-center gap-5 px-4 py-20 text-center">
      <Lock aria-hidden className="size-8 text-ink-faint" strokeWidth={1.5} />
      <div role="alert">
        <h1 className="text-lg font-semibold text-balance">{message}</h1>
      </div>
      {children}
    </div>
  );
}
