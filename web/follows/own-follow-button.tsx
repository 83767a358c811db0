import { Bell, BellRing } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import type { Follow } from '../../src/contract/follows/follows.ts';
import { trpc } from '../lib/server/trpc.ts';
import { Button } from '../ui/button.tsx';
import { useDialog } from '../ui/overlays/use-dialog.ts';
import type { FollowButtonProps } from './follow-button.tsx';
import { FollowDialog } from './follow-dialog.tsx';
import { followKey, searchKey } from './followed-search.ts';

/** The follow button of a signed-in user. It shows whether this search is followed. */
export default function OwnFollowButton({ filter, title, price, anchor, className }: FollowButtonProps) {
  const { data } = trpc.follows.list.useQuery({});
  const dialog = useDialog<Follow | 'new'>();
  const key = useMemo(() => searchKey(filter), [filter]);
  const followed = useMemo(
    () => data?.data.find((follow) => key !== null && followKey(follow) === key),
    [data, key],
  );
  const isKnown = data !== undefined;
  const { show } = dialog;

  // Continues what was begun before the sign-in.
  useEffect(() => {
    if (!isKnown || key === null || location.hash !== `#${anchor}`) return;
    history.replaceState(history.state, '', `${location.pathname}${location.search}`);
    show(followed ?? 'new');
  }, [isKnown, key, anchor, followed, show]);

  if (key === null) return null;
  const Icon = followed ? BellRing : Bell;
  const label = followed ? (followed.paused ? 'Paused' : 'Following') : 'Follow';
  return (
    <>
      <Button
        icon={<Icon aria-hidden className="size-4" />}
        title={`${label} ${title}`}
        aria-haspopup="dialog"
        disabled={!isKnown}
        onClick={() => show(followed ?? 'new')}
        {...(className && { className })}
      >
        {label}
      </Button>
      {dialog.subject && (
        <FollowDialog
          key={dialog.key}
          {...dialog.props}
          title={title}
          search={dialog.subject === 'new' ? { filter, price: price ?? null } : { follow: dialog.subject }}
        />
      )}
    </>
  );
}
