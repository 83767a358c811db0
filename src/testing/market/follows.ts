import { type CreateFollow, type Follow, zCreateFollow } from '../../contract/follows/follows.ts';
import { FINAL_MS } from '../../contract/review/review-values.ts';
import { FollowMatcher } from '../../modules/follows/follow-matcher.ts';
import type { TestAccount } from '../accounts/factories.ts';
import type { TestServer } from '../run/server.ts';

type Given = Omit<CreateFollow, 'filter'> & { filter: Record<string, unknown> };

let counter = 0;

/** A body for POST /follows: a search that nobody follows yet. */
export function newSearch(): Given {
  counter += 1;
  return { filter: { kind: 'item', name: 'Master Ball', exact: true, max_price: counter } };
}

/** A follow of an account, through the production services. */
export const makeFollow = (
  server: TestServer,
  { actor }: TestAccount,
  given: Given = newSearch(),
): Promise<Follow> => server.services(actor).follows.create(zCreateFollow.parse(given));

/** A matcher on a server's database, like that of another process. */
export const newMatcher = ({ runtime }: TestServer): FollowMatcher => new FollowMatcher(runtime);

/** Lets a matcher read the latest number, later than its last one: up to this it matches changes when they are final. */
export async function readLatest(server: TestServer, matcher: FollowMatcher): Promise<void> {
  server.clock.advance(1_000);
  await matcher.step(server.scope().em);
}

/** Matches everything that was committed before the call, as workers do when it can no longer be undone. */
export async function matchFollows(server: TestServer, matcher = newMatcher(server)): Promise<void> {
  const step = () => matcher.step(server.scope().em);
  await readLatest(server, matcher);
  server.clock.advance(FINAL_MS);
  for (let i = 0; ; i += 1) {
    const result = await step();
    if (result === 'idle') return;
    if (result === 'busy') throw new Error('Another process is matching');
    if (i > 1_000) throw new Error('Matching does not end');
  }
}
