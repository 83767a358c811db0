import { Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { Link } from 'wouter';
import type { FeedAddress, Follow } from '../../../src/contract/follows/follows.ts';
import type { Notices } from '../../../src/contract/inbox/notices.ts';
import { filterTitle } from '../../../src/contract/market/filter-labels.ts';
import { readSearchParams } from '../../../src/contract/market/market-search-params.ts';
import { saleSubject } from '../../../src/contract/market/page-titles.ts';
import { daysBefore } from '../../../src/contract/shared/dates.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { pausedText } from '../../follows/channel-labels.ts';
import { FollowDialog } from '../../follows/follow-dialog.tsx';
import { channelsLabel } from '../../follows/follow-sentence.ts';
import { StopFollowing } from '../../follows/stop-following.tsx';
import { serverToday } from '../../lib/clock.ts';
import { PATHS, salePath } from '../../lib/paths.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { writeErrorText } from '../../lib/server/write-outcome.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { announce } from '../../ui/live-region.tsx';
import { showToast } from '../../ui/overlays/toast.tsx';
import { useDialog } from '../../ui/overlays/use-dialog.ts';
import { PriceText } from '../../ui/sale/sale-text.tsx';
import { QueryPlaceholder } from '../../ui/states/states.tsx';
import { DateText } from '../../ui/time/date-text.tsx';
import { MomentText } from '../../ui/time/moment-text.tsx';
import { Untranslated } from '../../ui/untranslated.tsx';

/** Why the channels of a follow deliver nothing now. */
function problemsOf(
  { email, discord, feed }: Follow['channels'],
  notices: Notices,
  address: FeedAddress | undefined,
): string[] {
  const mails = email !== 'off';
  return [
    mails && !notices.email.confirmed && 'Your email address is not confirmed.',
    mails && notices.email.paused_since && `${pausedText('email')}.`,
    discord && !notices.discord.connected && MESSAGES.noWebhook,
    discord && notices.discord.paused_since && `${pausedText('discord')}.`,
    feed && address?.created === null && 'Your Atom feed has no link yet.',
  ].filter((problem) => typeof problem === 'string');
}

const { matchDays } = LIMITS.follows;

/** Without a match in the list: older ones are not kept. */
const noMatchText = ({ created }: Follow): string =>
  created < daysBefore(serverToday(), matchDays) ? `no match in the last ${matchDays} days` : 'no match yet';

/** Which follow a button is about, for screen readers. */
const Named = ({ children }: { children: string }) => (
  <span className="sr-only">
    {' '}
    <Untranslated>{children}</Untranslated>
  </span>
);

interface FollowCardProps {
  follow: Follow;
  /** The state of the channels; undefined until it is known. */
  notices: Notices | undefined;
  /** The address of the Atom feed; undefined until it is known. */
  feed: FeedAddress | undefined;
  /** The list around it, which takes the focus after its deletion. */
  list: RefObject<HTMLElement | null>;
}

export function FollowCard({ follow, notices, feed, list }: FollowCardProps) {
  const { follow_id: id, kind, search, label, channels, paused, last_match: lastMatch } = follow;
  const title = filterTitle(kind, readSearchParams(search).filters);
  const { pause, pausing } = usePause(follow);
  const editing = useDialog<Follow>();
  const removing = useDialog<Follow>();

  return (
    <article
      id={`follow-${id}`}
      aria-labelledby={`follow-${id}-label`}
      className="scroll-mt-4 rounded-lg border border-line bg-surface px-4 py-3 md:px-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <h2 className="flex flex-wrap items-center gap-x-3 text-base font-semibold">
            <Link
              id={`follow-${id}-label`}
              href={`${PATHS.market}${search}`}
              translate="no"
              className="inline-flex min-h-control items-center wrap-anywhere underline decoration-line-strong underline-offset-4 hover:decoration-ink"
            >
              {label}
            </Link>
            {paused && (
              <Badge tone="pending">
                <Pause aria-hidden className="size-3.5" />
                Paused
              </Badge>
            )}
          </h2>
          <p className="text-sm text-ink-soft">
            {channelsLabel(channels)} <span aria-hidden>·</span>{' '}
            {lastMatch ? (
              <>
                last match <MomentText iso={lastMatch} />
              </>
            ) : (
              noMatchText(follow)
            )}
          </p>
          {notices &&
            problemsOf(channels, notices, feed).map((problem) => (
              <p key={problem} className="text-sm text-rejected">
                {problem}
              </p>
            ))}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button icon={Pencil} onClick={() => editing.show(follow)}>
            Edit<Named>{label}</Named>
          </Button>
          <Button icon={paused ? Play : Pause} pending={pausing} onClick={() => pause(!paused)}>
            {paused ? 'Resume' : 'Pause'}
            <Named>{label}</Named>
          </Button>
          <Button variant="danger" icon={Trash2} onClick={() => removing.show(follow)}>
            Delete<Named>{label}</Named>
          </Button>
        </div>
      </div>
      {lastMatch && <FollowMatches id={id} label={label} />}
      {editing.render((edited, props) => (
        <FollowDialog {...props} title={title} search={{ follow: edited }} focusAfter={list} />
      ))}
      {removing.render((removed, props) => (
        <StopFollowing {...props} follow={removed} focusAfter={list} />
      ))}
    </article>
  );
}

function usePause({ follow_id: id, label }: Follow) {
  const { follows } = trpc.useUtils();
  const update = trpc.follows.update.useMutation({
    onSuccess: (_, { paused }) => {
      announce(`${paused ? 'Paused' : 'Resumed'}: ${label}`);
      return follows.invalidate();
    },
    onError: (error) => void showToast(writeErrorText(error, MESSAGES.saveFailed), { tone: 'alert' }),
  });
  return { pause: (paused: boolean) => update.mutate({ id, paused }), pausing: update.isPending };
}

/** The last sales that matched; loaded when opened. */
function FollowMatches({ id, label }: { id: number; label: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link inline-flex min-h-control items-center text-sm">
        Last matches
        <span className="sr-only">
          {' '}
          of <Untranslated>{label}</Untranslated>
        </span>
      </summary>
      {open && <Matches id={id} />}
    </details>
  );
}

function Matches({ id }: { id: number }) {
  const query = trpc.follows.byId.useQuery({ id });
  const { data } = query;
  if (!data) return <QueryPlaceholder query={query} message="Failed to load the matches" className="h-24" />;
  if (data.matches.length === 0)
    return <p className="pb-2 text-sm text-ink-soft">None of the matches is still public.</p>;
  return (
    <>
      <ul className="max-w-2xl divide-y divide-line">
        {data.matches.map(({ sale }) => (
          <li key={sale.sale_id} className="flex flex-wrap items-center justify-between gap-x-6 py-2 text-sm">
            <Link
              href={salePath(sale.sale_id)}
              translate="no"
              className="link touch-target min-w-0 flex-1 basis-40 wrap-anywhere"
            >
              {saleSubject(sale)}
            </Link>
            <PriceText price={sale.price} />
            <span className="text-ink-soft sm:min-w-32 sm:text-right">
              sold <DateText iso={sale.date_sold} />
            </span>
          </li>
        ))}
      </ul>
      {data.matches.length >= LIMITS.follows.shown && (
        <p className="pt-1 text-xs text-ink-faint">The last {LIMITS.follows.shown} matches.</p>
      )}
    </>
  );
}
