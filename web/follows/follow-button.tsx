import { Bell } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { MarketFilter } from '../../src/contract/market/sale-filter.ts';
import { withNext } from '../lib/next-path.ts';
import { PATHS } from '../lib/paths.ts';
import { useSession } from '../lib/server/session.tsx';
import { Button } from '../ui/button.tsx';

/** Reads the account's follows and has the dialog: only for signed-in users. */
const OwnFollowButton = lazy(() => import('./own-follow-button.tsx').catch(() => ({ default: PlainButton })));

export interface FollowButtonProps {
  /** The search. */
  filter: MarketFilter;
  /** The search in words. */
  title: string;
  /** The price that a condition starts with. */
  price?: number | null;
  /** Identifies the button on its page: a sign-in returns to it. */
  anchor?: string;
  className?: string;
}

/** Follows a search, or changes how it is followed. A visitor signs in first, and then continues here. */
export default function FollowButton(props: FollowButtonProps) {
  const { status } = useSession();
  const { anchor = 'follow' } = props;
  if (status === 'in')
    return (
      <Suspense fallback={<PlainButton {...props} />}>
        <OwnFollowButton {...props} anchor={anchor} />
      </Suspense>
    );
  const signIn = () => navigate(withNext(PATHS.login, `${location.pathname}${location.search}#${anchor}`));
  return <PlainButton {...props} {...(status === 'out' && { onClick: signIn })} />;
}

interface PlainButtonProps extends Pick<FollowButtonProps, 'title' | 'className'> {
  onClick?: () => void;
}

function PlainButton({ title, className, onClick }: PlainButtonProps) {
  return (
    <Button
      icon={<Bell aria-hidden className="size-4" />}
      title={`Follow ${title}`}
      disabled={!onClick}
      onClick={onClick}
      {...(className && { className })}
    >
      Follow
    </Button>
  );
}
