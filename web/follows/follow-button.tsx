import { Bell } from 'lucide-react';
import type { ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { filterTitle } from '../../src/contract/market/filter-labels.ts';
import type { HistoryState } from '../lib/history-state.ts';
import { withNext } from '../lib/next-path.ts';
import { PATHS } from '../lib/paths.ts';
import { useSession } from '../lib/server/session.tsx';
import { Button } from '../ui/button.tsx';
import { latePart } from '../ui/states/late-part.tsx';
import { FollowLabel } from './follow-label.tsx';
import type { FollowButtonProps } from './own-follow-button.tsx';

/** Reads the account's follows and has the dialog: only for signed-in users. */
const OwnFollowButton = latePart(() => import('./own-follow-button.tsx'), {
  Waiting: PlainButton,
  Missing: PlainButton,
});

/** Follows a search, or changes how it is followed. A visitor signs in first, and then continues here. */
export default function FollowButton(props: FollowButtonProps): ReactNode {
  const { status } = useSession();
  const { anchor = 'follow', kind, filters } = props;
  if (status === 'in') return <OwnFollowButton {...props} anchor={anchor} />;
  const signIn = () =>
    navigate(withNext(PATHS.login, `${location.pathname}${location.search}#${anchor}`), {
      state: { follows: filterTitle(kind, filters) } satisfies Partial<HistoryState>,
    });
  return <PlainButton {...props} onClick={status === 'out' ? signIn : undefined} />;
}

interface PlainButtonProps extends Pick<FollowButtonProps, 'kind' | 'filters' | 'part'> {
  onClick?: () => void;
}

function PlainButton({ kind, filters, part, onClick }: PlainButtonProps) {
  const title = filterTitle(kind, filters);
  return (
    <Button icon={Bell} disabled={!onClick} onClick={onClick}>
      <FollowLabel label="Follow" title={title} part={part} />
    </Button>
  );
}
