import { useEffect, useReducer, useRef, useState } from 'react';
import type { MarketUpdate } from '../../../../src/contract/market/market.ts';
import type { MarketFilter } from '../../../../src/contract/market/sale-filter.ts';
import { keepSubscribed } from '../../../lib/live/keep-subscribed.ts';
import type { Fetched } from '../../../lib/server/fetched.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { useVisible } from '../../../ui/hooks/use-visible.ts';
import type { SalesPage } from './use-sales.ts';
import {
  afterRequest,
  afterResponse,
  afterUpdate,
  NOTHING,
  type Waiting,
  waitingLabel,
} from './waiting-sales.ts';

type Step = (waiting: Waiting) => Waiting;
const take = (waiting: Waiting, step: Step): Waiting => step(waiting);

/**
 * Live changes to the sales of a filter while its list is on screen. The list stays as it is until `show`.
 * Subscribes once the first list has loaded and while the page is visible, and resumes where it stopped.
 */
export function useLiveSales(filter: MarketFilter, sales: Fetched<SalesPage>) {
  const { client, items, pokemon, market } = trpc.useUtils();
  const visible = useVisible();
  const subject = JSON.stringify(filter);
  const [waiting, step] = useReducer(take, NOTHING);
  const { data, outdated, isFetching, error } = sales;
  const { list } = filter.kind === 'item' ? items : pokemon;
  const reload = () => Promise.all([list.invalidate(), market.invalidate()]);
  const now = useRef({ shown: data?.sales ?? [], reload });
  useEffect(() => {
    now.current = { shown: data?.sales ?? [], reload };
  });
  /** The last event received for this filter. */
  const place = useRef<{ subject: string; id: string | undefined }>({ subject, id: undefined });
  const requested = useRef(false);
  const subscribeAgain = useRef(() => {});

  // A list requested after an event contains it.
  useEffect(() => {
    if (isFetching) {
      requested.current = true;
      step(afterRequest);
    } else if (requested.current && !error) {
      requested.current = false;
      step((before) => afterResponse(before, now.current.shown));
    }
  }, [isFetching, error]);

  const [listed, setListed] = useState('');
  if (data && !outdated && listed !== subject) setListed(subject);
  const listens = visible && listed === subject;
  useEffect(() => {
    if (place.current.subject !== subject) {
      place.current = { subject, id: undefined };
      step(() => NOTHING);
    }
    if (!listens) return;
    const receive = (update: MarketUpdate, isFirst: boolean) => {
      // Something may have changed between the requests and the subscription.
      if (isFirst && update.type === 'here' && !update.quiet) void now.current.reload();
      step((before) => afterUpdate(before, update, now.current.shown));
    };
    const subscribe = () =>
      keepSubscribed(
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
    let end = subscribe();
    subscribeAgain.current = () => {
      end();
      end = subscribe();
    };
    return () => {
      subscribeAgain.current = () => {};
      end();
    };
  }, [client, subject, listens]);

  return {
    /** What is waiting, as a label; null when nothing is. */
    label: waitingLabel(waiting),
    /** Shows it, in the list and in everything else on the page that is made from the same sales. */
    show: () => {
      // The names of a filter are read when a subscription starts, and what waited may be the renaming of an item.
      subscribeAgain.current();
      return reload();
    },
  };
}
