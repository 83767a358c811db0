import { useEffect, useRef } from 'react';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { counted } from '../../../src/contract/shared/plural.ts';
import { ChannelProblem, UnconfirmedAddress } from '../../follows/channel-problem.tsx';
import { PATHS } from '../../lib/paths.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Announced } from '../../ui/announced.tsx';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Panel, Section } from '../../ui/page/panel.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QueryError, QueryPlaceholder } from '../../ui/states/query-error.tsx';
import { Skeleton } from '../../ui/states/states.tsx';
import { DiscordWebhook } from './discord-webhook.tsx';
import { FeedAddress } from './feed-address.tsx';
import { FollowCard } from './follow-card.tsx';

const FAILED = 'Failed to load the searches you follow';

/** From this number left, the number is pointed out. */
const FEW_LEFT = 5;

/** The searches that the user follows, and how their sales are delivered. */
export default function FollowingScreen() {
  usePageTitle('Following');
  return (
    <>
      <PageHeader title="Following">Get notified when a new sale matches a search.</PageHeader>
      <div className="space-y-10">
        <Follows />
        <Delivery />
      </div>
    </>
  );
}

function Follows() {
  const query = trpc.follows.list.useQuery({}, { refetchOnMount: 'always' });
  const { data, error } = query;
  const { data: notices } = trpc.notices.settings.useQuery({});
  const follows = data?.data;
  const loaded = follows !== undefined;
  const section = useRef<HTMLElement>(null);
  // A link to one of them: the page has it only now.
  useEffect(() => {
    if (loaded) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [loaded]);
  const left = data ? data.limit - data.data.length : LIMITS.follows.perAccount;
  return (
    <section ref={section} tabIndex={-1} aria-label="Followed searches" className="space-y-4">
      {error && <QueryError banner={data !== undefined} query={query} message={FAILED} />}
      {follows && follows.length > 0 && (
        <Announced as="p" className="text-base font-semibold tabular-nums">
          {counted(follows.length, 'followed search', 'followed searches')}
          {left <= FEW_LEFT && (
            <span className="ml-2 font-normal text-pending">
              {left > 0 ? `You can follow ${left} more.` : `That is the limit: delete one to follow another.`}
            </span>
          )}
        </Announced>
      )}
      {follows?.length === 0 && (
        <EmptyState
          title="You do not follow a search yet"
          action={
            <LinkButton href={PATHS.market} variant="primary">
              Browse data
            </LinkButton>
          }
        >
          Search for what you want to buy or sell and press Follow: you are notified of each new sale that
          matches.
        </EmptyState>
      )}
      {!data && !error && ['a', 'b', 'c'].map((key) => <Skeleton key={key} className="h-32 rounded-lg!" />)}
      <ul className="space-y-4">
        {follows?.map((follow) => (
          <li key={follow.follow_id}>
            <FollowCard follow={follow} notices={notices} onRemoved={() => section.current?.focus()} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The channels of all followed searches: their addresses, and what went wrong. */
function Delivery() {
  const query = trpc.notices.settings.useQuery({});
  const notices = query.data;
  return (
    <section aria-label="Delivery" className="space-y-4">
      <h2 className="text-xl font-semibold tracking-tight">Delivery</h2>
      {notices ? (
        <Panel>
          <Section title="Email" about="At once, or a digest once a day or once a week.">
            <div className="space-y-3">
              <ChannelProblem channel="email" notices={notices} />
              {notices.email.confirmed ? (
                <p className="text-base">
                  Sent to the address of your account. <Badge tone="approved">Confirmed</Badge>
                </p>
              ) : (
                <UnconfirmedAddress />
              )}
            </div>
          </Section>
          <Section title="Your Discord" about="A webhook of a channel on a Discord server of yours.">
            <DiscordWebhook notices={notices} />
          </Section>
          <Section
            title="Atom feed"
            about="For feed readers. Anyone who knows the address can read it, so keep it to yourself."
          >
            <FeedAddress />
          </Section>
        </Panel>
      ) : (
        <QueryPlaceholder query={query} className="h-96 rounded-lg!" />
      )}
    </section>
  );
}
