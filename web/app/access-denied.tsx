import { Lock } from 'lucide-react';
import { PATHS } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { LinkButton } from '../ui/button.tsx';

/** For a signed-in user who lacks the role that a screen requires. */
export default function AccessDenied({ message }: { message: string }) {
  usePageTitle('Access denied');
  return (
    <div className="mx-auto flex max-w-prose flex-col items-center gap-5 px-4 py-20 text-center">
      <Lock aria-hidden className="size-8 text-ink-faint" strokeWidth={1.5} />
      <div role="alert">
        <h1 className="text-lg font-semibold">{message}</h1>
      </div>
      <LinkButton href={PATHS.market}>Browse data</LinkButton>
    </div>
  );
}
