import { usePageTitle } from '../lib/use-page-title.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';
import { PATHS } from './paths.ts';

/** Shown for an unknown path. */
export function NotFound() {
  usePageTitle('Page not found');
  return (
    <div className="py-10">
      <h1 className="sr-only">Page not found</h1>
      <EmptyState
        title="There is no page at this address"
        action={<LinkButton href={PATHS.market}>Browse data</LinkButton>}
      >
        The link may be old, or a letter of it may be missing.
      </EmptyState>
    </div>
  );
}
