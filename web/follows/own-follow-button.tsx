import { Bell, BellRing } from 'lucide-react';
import { useCallback, useEffect, useMemo } from 'react';
import type { Follow } from '../../src/contract/follows/follows.ts';
import { filterTitle } from '../../src/contract/market/filter-labels.ts';
import type { MarketFilters } from '../../src/contract/market/market-search-params.ts';
import type { SaleKind } from '../../src/contract/sale/kinds.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { errorText } from '../lib/server/errors.ts';
import { trpc } from '../lib/server/trpc.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/overlays/toast.tsx';
import { useDialog } from '../ui/overlays/use-dialog.ts';
import { FollowDialog } from './follow-dialog.tsx';
import { followKey, searchKey } from './follow-key.ts';
import { FollowLabel } from './follow-label.tsx';

export interface FollowButtonProps {
  /** The search: the kind and the filters of a list. */
  kind: SaleKind;
  filters: MarketFilters;
  /** The price that a condition starts with. */
  price?: number | null;
  /** Identifies the button on its page: a sign-in returns to it. */
  anchor?: string;
  /** What it follows on a page with two such buttons: `this check`. */
  part?: string;
}

/** The follow button of a signed-in user. It shows whether this search is followed. */
export default function OwnFollowButton({ kind, filters, price, anchor, part }: FollowButtonProps) {
  const key = useMemo(() => searchKey({ kind, ...filters }), [kind, filters]);
  const select = useCallback(
    ({ data }: { data: Follow[] }) => ({
      followed: data.find((follow) => key !== null && followKey(follow) === key),
    }),
    [key],
  );
  const query = trpc.follows.list.useQuery({}, { select });
  const dialog = useDialog<Follow | 'new'>();
  const { show } = dialog;
  const isKnown = query.data !== undefined;
  const followed = query.data?.followed;

  // Continues what was begun before the sign-in.
  useEffect(() => {
    if (!isKnown || key === null || location.hash !== `#${anchor}`) return;
    history.replaceState(history.state, '', `${location.pathname}${location.search}`);
    show(followed ?? 'new');
  }, [isKnown, key, anchor, followed, show]);

  /** Whether the search is followed is read again when that failed. */
  async function press() {
    const { data, error } = isKnown ? query : await query.refetch();
    if (data) show(data.followed ?? 'new');
    else showToast(errorText(error, MESSAGES.fetchFailed), { tone: 'alert' });
  }

  if (key === null) return null;
  const title = filterTitle(kind, filters);
  const label = followed ? (followed.paused ? 'Follow paused' : 'Following') : 'Follow';
  return (
    <>
      <Button
        icon={followed ? BellRing : Bell}
        aria-haspopup="dialog"
        disabled={!isKnown && !query.isError}
        onClick={press}
      >
        <FollowLabel label={label} title={title} part={followed?.paused ? undefined : part} />
      </Button>
      {dialog.render((follow, props) => (
        <FollowDialog
          {...props}
          title={title}
          search={follow === 'new' ? { filter: { kind, ...filters }, price: price ?? null } : { follow }}
        />
      ))}
    </>
  );
}
