import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MarketUpdate } from '../../../../src/contract/market/market.ts';
import {
  type MarketSearchParams,
  marketFilter,
} from '../../../../src/contract/market/market-search-params.ts';
import type { MarketFilter } from '../../../../src/contract/market/sale-filter.ts';
import { keepSubscribed } from '../../../lib/live/keep-subscribed.ts';
import { type Requested, requestedAt } from '../../../lib/server/query-client.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { useVisible } from '../../../ui/hooks/use-visible.ts';
import { useAnnouncement } from '../../../ui/live-region.tsx';
import { focusResults } from '../../../ui/page/results-skip-link.tsx';
import type { FetchedSales } from './use-sales.ts';
import { afterRequest, afterResponse, afterUpdate, NOTHING, waitingLabel } from './waiting-sales.ts';

/** Announces new sales and shows them when pressed. Until then the list does not move, and neither does this button. */
export function LiveSales({ params, sales }: { params: MarketSearchParams; sales: FetchedSales }) {
  const { label, show } = useLiveSales(marketFilter(params), sales);
  useAnnouncement(label);

  function press() {
    focusResults();
    return show();
  }

  return (
    <div className="max-md:fixed max-md:inset-x-0 max-md:bottom-4 max-md:z-10 max-md:flex max-md:justify-center max-md:pointer-events-none">
      {label && (
        <Button
          variant="primary"
          onClick={press}
          className="animate-rise pointer-events-auto tabular-nums max-md:shadow-high"
        >
          {label}
        </Button>
      )}
    </div>
  );
}

/**
 * Live changes to the sales of a filter while its list is on screen. The list stays as it is until `show`.
 * Subscribes once the first list has loaded and while the page is visible, and resumes where it stopped.
 */
function useLiveSales(filter: MarketFilter, sales: FetchedSales) {
  const { client, items, pokemon, market } = trpc.useUtils();
  const visible = useVisible();
  const subject = JSON.stringify(filter);
  const [waiting, setWaiting] = useState(NOTHING);
  const { data, outdated, isFetching, error } = sales;
  /** The last event received for this filter. */
  const place = useRef<{ subject: string; id: string | undefined }>({ subject, id: undefined });
  /** When the last change was received, and the one that the list that is being requested contains. */
  const received = useRef(0);
  const requested = useRef<number | null>(null);

  /** Requests again what was requested before a time; lists that are not on screen, when they are shown. */
  const reload = (before = Number.POSITIVE_INFINITY) => {
    const { list } = filter.kind === 'item' ? items : pokemon;
    const older = { predicate: (query: Requested) => requestedAt(query) < before };
    return Promise.all([list.invalidate(undefined, older), market.invalidate(undefined, older)]);
  };
  const receive = useEffectEvent((update: MarketUpdate, isFirst: boolean) => {
    // Something may have changed between the requests and the subscription.
    if (isFirst && update.type === 'here') void reload(Date.now() - update.quiet_ms);
    if (update.type !== 'here') received.current = Date.now();
    setWaiting((before) => afterUpdate(before, update));
  });

  const reloadOlder = useEffectEvent(reload);
  // A list requested after an event contains it. The rest of the page and the other pages of the list then show it too.
  useEffect(() => {
    if (isFetching) {
      requested.current = received.current;
      setWaiting(afterRequest);
    } else if (requested.current !== null && !error) {
      void reloadOlder(requested.current);
      requested.current = null;
      setWaiting(afterResponse);
    }
  }, [isFetching, error]);

  const [listed, setListed] = useState('');
  if (data && !outdated && listed !== subject) setListed(subject);
  const listens = visible && listed === subject;
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn subscribes again
  useEffect(() => {
    if (place.current.subject !== subject) {
      place.current = { subject, id: undefined };
      setWaiting(NOTHING);
    }
    if (!listens) return;
    return keepSubscribed(
      (ends) =>
        client.market.live.subscribe(
          { ...(JSON.parse(subject) as MarketFilter), lastEventId: place.current.id },
          {
            ...ends,
            onData({ id, data: update }) {
              const isFirst = place.current.id === undefined;
              place.current = { subject, id };
              receive(update, isFirst);
            },
          },
        ),
      () => undefined,
    );
  }, [client, subject, listens, turn]);

  return {
    /** What is waiting, as a label; null when nothing is. */
    label: waitingLabel(waiting, data?.data ?? []),
    /** Shows it, in the list and in everything else on the page that is made from the same sales. */
    show: () => {
      // The names of a filter are read when a subscription starts, and what waited may be the renaming of an item.
      setTurn(turn + 1);
      return reload();
    },
  };
}
