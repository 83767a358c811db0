import { useEffect, useRef } from 'react';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { counted } from '../../../src/contract/shared/plural.ts';
import { PATHS, SCREEN_TITLES } from '../../lib/paths.ts';
import type { Query } from '../../lib/server/fetched.ts';
import { type Answers, trpc } from '../../lib/server/trpc.ts';
import { Announced } from '../../ui/announced.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QueryError, Skeletons } from '../../ui/states/states.tsx';
import { Delivery } from './delivery.tsx';
import { FollowCard } from './follow-card.tsx';

const FAILED = 'Failed to load the searches you follow';

/** From this number left, the number is pointed out. */
const FEW_LEFT = 5;

export default function FollowingScreen() {
  const follows = trpc.follows.list.useQuery({}, { refetchOnMount: 'always' });
  return (
    <>
      <PageHeader title={SCREEN_TITLES.following}>Get notified when a new sale matches a search.</PageHeader>
      <div className="space-y-10">
        <Follows query={follows} />
        {/* Its position depends on the number of searches. */}
        <div className={follows.isPending ? 'invisible' : undefined}>
          <Delivery />
        </div>
      </div>
    </>
  );
}

function Follows({ query }: { query: Query<Answers['follows']['list']> }) {
  const { data, error } = query;
  const { data: notices } = trpc.notices.settings.useQuery({});
  const { data: feed } = trpc.follows.feed.useQuery({});
  const follows = data?.data;
  const loaded = follows !== undefined;
  const section = useRef<HTMLElement>(null);
  // The hash of a link names a search that was not yet on the page when the link opened.
  useEffect(() => {
    if (loaded) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [loaded]);
  const left = data ? data.limit - data.data.length : LIMITS.follows.perAccount;
  return (
    <section ref={section} aria-label="Followed searches" className="space-y-4">
      {Boolean(error) && <QueryError banner={data !== undefined} query={query} message={FAILED} />}
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
              Browse Data
            </LinkButton>
          }
        >
          Search for what you want to buy or sell and press Follow: you are notified of each new sale that
          matches.
        </EmptyState>
      )}
      {!data && !error && <Skeletons count={3} className="h-32 rounded-lg!" />}
      <ul className="space-y-4">
        {follows?.map((follow) => (
          <li key={follow.follow_id}>
            <FollowCard follow={follow} notices={notices} feed={feed} list={section} />
          </li>
        ))}
      </ul>
    </section>
  );
}
