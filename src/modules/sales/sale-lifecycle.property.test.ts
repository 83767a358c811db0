import { TRPCError } from '@trpc/server';
import { array, assert, asyncProperty, boolean, constantFrom, nat, record } from 'fast-check';
import { expect, it } from 'vitest';
import type { SaleEventType } from '../../contract/review/review.ts';
import { UNDO_MS } from '../../contract/review/review-values.ts';
import type { SaleStatus } from '../../contract/sale/statuses.ts';
import { itemSubmission, type TestAccount } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();

const ACTORS = ['user', 'checker', 'other', 'admin'] as const;
const ACTIONS = [
  ...[
    'submit',
    'withdraw',
    'edit',
    'approve',
    'reject',
    'undo',
    'return',
    'delete',
    'restore',
    'correct',
    'wait',
  ],
  // Actions that others often revert, more often.
  ...['approve', 'reject', 'undo', 'undo', 'restore', 'restore', 'restore'],
] as const;

/** One attempted action. */
interface Action {
  action: (typeof ACTIONS)[number];
  by: (typeof ACTORS)[number];
  /** The index of the sale among the existing ones. */
  on: number;
  /** Whether the action includes the version seen last. */
  careful: boolean;
  /** Whether the same call is sent twice at once. */
  twice: boolean;
  /** The status set by an admin's correction. */
  status: SaleStatus | undefined;
}

const anAction = record<Action>({
  action: constantFrom(...ACTIONS),
  // Mostly people with permission.
  by: constantFrom(...ACTORS, 'checker', 'other', 'admin', 'admin', 'admin'),
  on: nat(1),
  careful: boolean(),
  twice: boolean(),
  status: constantFrom(undefined, 'pending', 'approved', 'rejected'),
});
/** Actions of one round run concurrently. */
const aStory = array(array(anAction, { minLength: 1, maxLength: 4, size: 'max' }), {
  minLength: 6,
  maxLength: 12,
  size: 'max',
});

const accounts: Record<Action['by'], TestAccount> = {
  user: testAccount(server),
  checker: testAccount(server, 'checker'),
  other: testAccount(server, 'checker'),
  admin: testAccount(server, 'admin'),
};

/** Refusals that the rules allow; any other error fails the test. */
const EXPECTED = ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN'];

let counter = 0;
const unique = () => {
  counter += 1;
  return counter;
};

/** The results of one story: the sales, and the actions that succeeded, by the version that they returned. */
class Story {
  readonly name = `Lot ${unique()}`;
  readonly versions = new Map<number, Map<number, Set<Action>>>();

  async submit(by: Action['by']): Promise<void> {
    const { items } = callerFor(server, accounts[by].token);
    const { sale_id } = await items.submit(itemSubmission({ item_name: this.name }));
    this.versions.set(sale_id, new Map([[1, new Set()]]));
  }

  async try(action: Action): Promise<void> {
    const price = unique();
    const calls = Array.from({ length: action.twice ? 2 : 1 }, () => this.#do(action, price));
    const results = await Promise.allSettled(calls);
    for (const { reason } of results.filter((result) => result.status === 'rejected'))
      if (!(reason instanceof TRPCError) || !EXPECTED.includes(reason.code)) throw reason;
  }

  async #do(given: Action, price: number): Promise<void> {
    const { action, by, on, careful, status } = given;
    const { items, reviews, admin, submissions } = callerFor(server, accounts[by].token);
    const ids = [...this.versions.keys()];
    const id = ids[on % ids.length] ?? 0;
    const seen = { id, ...(careful && { version: Math.max(...(this.versions.get(id)?.keys() ?? [])) }) };
    const won = (version: number) => {
      const versions = this.versions.get(id);
      versions?.set(version, (versions.get(version) ?? new Set()).add(given));
    };
    const inBulk = async (answer: ReturnType<typeof reviews.undo>) => {
      for (const result of (await answer).results) if (result.ok) won(result.version);
    };
    switch (action) {
      case 'submit':
        return this.submit(by);
      case 'withdraw':
        return void (await submissions.withdraw({ id }));
      case 'edit':
        return void won((await items.edit({ ...seen, price })).version);
      case 'approve':
        return void won((await items.setStatus({ ...seen, status: 'approved' })).version);
      case 'reject':
        return inBulk(reviews.decideMany({ sales: [seen], status: 'rejected' }));
      case 'undo':
        return inBulk(reviews.undo({ sales: [seen] }));
      case 'return':
        return void won((await reviews.return(seen)).version);
      case 'delete':
        return void (await admin.deleteItem({ id }));
      case 'restore':
        return void won((await reviews.restore(seen)).version);
      case 'correct':
        return void won((await admin.editItem({ ...seen, price, status })).version);
      case 'wait':
        return server.clock.advance(4_000);
    }
  }
}

interface Step {
  type: SaleEventType;
  actor_id: number;
  at: string;
}

const inReview = (from: string) => from === 'pending';
const isDecided = (from: string) => from === 'approved' || from === 'rejected';
const isDeleted = (from: string) => from.startsWith('deleted ');

/** The states from which each step may be taken, and the resulting state: an independent copy of the rules. */
const MACHINE: Record<
  Exclude<SaleEventType, 'submitted'>,
  [from: (state: string) => boolean, to: (state: string) => string]
> = {
  edited: [(state) => !isDeleted(state), (state) => state],
  approved: [inReview, () => 'approved'],
  rejected: [inReview, () => 'rejected'],
  undone: [isDecided, () => 'pending'],
  returned: [isDecided, () => 'pending'],
  deleted: [(state) => !isDeleted(state), (state) => `deleted ${state}`],
  restored: [isDeleted, (state) => state.slice('deleted '.length)],
};

function replay(steps: readonly Step[], submittedBy: number): string {
  const [first, ...more] = steps;
  expect(first?.type).toBe('submitted');
  let state = 'pending';
  let last = first;
  for (const step of more) {
    if (step.type === 'submitted') throw new Error('submitted twice');
    const [mayStart, lead] = MACHINE[step.type];
    expect(mayStart(state), `${step.type} from ${state}`).toBe(true);
    const isWithdrawal = step.type === 'deleted' && state === 'pending';
    state = lead(state);

    const { actor_id } = step;
    if (actor_id !== accounts.admin.user.user_id && !(isWithdrawal && actor_id === submittedBy)) {
      expect(actor_id).not.toBe(accounts.user.user.user_id);
      expect(actor_id).not.toBe(submittedBy);
      expect(['edited', 'approved', 'rejected', 'undone']).toContain(step.type);
    }
    if (step.type === 'undone') {
      expect(last).toMatchObject({ type: expect.stringMatching(/^(approved|rejected)$/), actor_id });
      expect(Date.parse(step.at) - Date.parse(last?.at ?? '')).toBeLessThanOrEqual(UNDO_MS);
    }
    last = step;
  }
  return state;
}

async function holds({ name, versions }: Story): Promise<void> {
  const visible: number[] = [];
  for (const [id, won] of versions) {
    const [sale] = await server.sql<{ status: SaleStatus; deleted: boolean; version: number; by: number }>(
      `select status, deleted_at is not null as deleted, version, submitted_by as by from sale where sale_id = ?`,
      [id],
    );
    const steps = await server.sql<Step>(
      'select type, actor_id, at from sale_event where sale_id = ? order by event_id',
      [id],
    );
    expect(sale && `${sale.deleted ? 'deleted ' : ''}${sale.status}`).toBe(replay(steps, sale?.by ?? 0));
    expect(sale?.version).toBe(steps.length);
    // Two actions that returned the same version would have overwritten each other, unless one repeats the other.
    for (const actions of won.values())
      expect(new Set([...actions].map(({ action, by }) => `${action} ${by}`)).size).toBeLessThan(2);
    if (sale?.status === 'approved' && !sale.deleted) visible.push(id);
  }
  const { data } = await callerFor(server).items.list({ item_name: name, exact: true, limit: 100 });
  expect(data.map(({ sale_id }) => sale_id).toSorted()).toEqual(visible.toSorted());
}

async function tell(rounds: readonly (readonly Action[])[]): Promise<void> {
  const story = new Story();
  await story.submit('user');
  await story.submit('checker');
  for (const round of rounds) await Promise.all(round.map((action) => story.try(action)));
  await holds(story);
}

it('under concurrent actions of several people, every sale keeps one history that matches its state', async () => {
  // A run that the time limit interrupts continues.
  let running: Promise<void> | undefined;
  await assert(
    asyncProperty(aStory, (rounds) => {
      running = tell(rounds);
      return running;
    }),
    { numRuns: 60, interruptAfterTimeLimit: 10_000 },
  );
  await running;
});
