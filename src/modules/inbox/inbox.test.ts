import { beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeSale, suspend, type TestAccount } from '../../testing/accounts/factories.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { recordEvents } from '../../testing/run/recorded-events.ts';
import { testServer } from '../../testing/run/server.ts';
import { addToInbox, type NewEntry } from './inbox.ts';

const server = testServer();
const recorded = recordEvents(server);

let owner: TestAccount;

beforeEach(async () => {
  owner = await makeAccount(server);
});

const inbox = (account = owner) => callerFor(server, account.token).inbox;
const add = (...entries: NewEntry[]) => addToInbox(server.scope().em, entries, server.clock.now());
const approval = (key: string, of: { user_id?: number; sale_id?: number } = {}): NewEntry => ({
  kind: 'submission_approved',
  user_id: owner.user.user_id,
  key,
  sale_id: null,
  data: { name: key },
  ...of,
});
const names = async (input: Parameters<ReturnType<typeof inbox>['list']>[0] = {}) =>
  (await inbox().list(input)).data.map(({ data }) => ('name' in data ? data.name : null));
const changed = async () =>
  (await recorded.take()).flatMap((event) => (event.type === 'inbox.changed' ? [event.user_ids] : []));

describe('the inbox', () => {
  it("lists an account's own entries, newest first, page by page", async () => {
    const other = await makeAccount(server);
    await add(approval('first'));
    await add(approval('theirs', { user_id: other.user.user_id }));
    await add(approval('second'), approval('third'));
    expect((await names()).toSorted()).toEqual(['first', 'second', 'third']);
    expect((await names()).at(-1)).toBe('first');
    expect(await names({ page: 3, limit: 1 })).toEqual(['first']);
    expect(await inbox().count({})).toEqual({ unread: 3, rejected: 0 });
    expect((await inbox(other).list({})).data).toMatchObject([
      { kind: 'submission_approved', read: false, sale_id: null, data: { name: 'theirs' } },
    ]);
  });

  it('ignores a second entry with the same key, also one that another transaction adds', async () => {
    await Promise.all(Array.from({ length: 8 }, () => add(approval('once'), approval('twice'))));
    await add(approval('once'));
    expect((await names()).toSorted()).toEqual(['once', 'twice']);
  });

  it('gets nothing while the account is suspended', async () => {
    const suspended = await makeAccount(server);
    await suspend(server, suspended);
    await recorded.take();
    await add(approval('kept'), approval('dropped', { user_id: suspended.user.user_id }));
    expect(await server.sql('select from inbox_entry where user_id = ?', [suspended.user.user_id])).toEqual(
      [],
    );
    expect(await changed()).toEqual([[owner.user.user_id]]);
  });

  it('leaves out what this version cannot read, which counts as unread, and logs it', async () => {
    await add(approval('older'));
    await add(approval('of a newer version'));
    await add(approval('newer'));
    const [{ entry_id = 0 } = {}] = await server.sql<{ entry_id: number }>(
      `update inbox_entry set data = '{}' where user_id = ? and key = 'of a newer version'
       returning entry_id::int`,
      [owner.user.user_id],
    );
    const before = server.log.lines.length;
    expect(await inbox().list({})).toMatchObject({
      data: [{ data: { name: 'newer' } }, { data: { name: 'older' } }],
      pagination: { total: 3 },
    });
    const left = server.log.lines
      .slice(before)
      .filter(({ msg }) => msg === 'unreadable inbox entries skipped');
    expect(left).toMatchObject([{ level: 'warn', entries: [entry_id] }]);
    expect(await inbox().count({})).toEqual({ unread: 3, rejected: 0 });
    expect(await inbox().markAllRead({})).toEqual({ unread: 0, rejected: 0 });
  });

  it('links to a sale as long as its owner may see it, with its price and day', async () => {
    const sales = {
      own: await makeSale(server, { by: owner, price: 79_800 }),
      approved: await makeSale(server, { status: 'approved' }),
      pending: await makeSale(server),
      deleted: await makeSale(server, { status: 'approved' }),
    };
    await server.services().saleAdmin.remove('item', { id: sales.deleted });
    for (const [name, sale_id] of Object.entries(sales)) await add(approval(name, { sale_id }));
    const sold = server.daysAgo(3);
    const shown = (await inbox().list({})).data.map(({ data, sale_id, price, date_sold }) => [
      data,
      sale_id,
      price,
      date_sold,
    ]);
    expect(shown.toReversed()).toEqual([
      [{ name: 'own' }, sales.own, 79_800, sold],
      [{ name: 'approved' }, sales.approved, 500_000, sold],
      [{ name: 'pending' }, null, null, null],
      [{ name: 'deleted' }, null, null, null],
    ]);
  });
});

describe('reading', () => {
  it('marks the given entries of the account only', async () => {
    const other = await makeAccount(server);
    await add(approval('a'));
    await add(approval('b'));
    await add(approval('theirs', { user_id: other.user.user_id }));
    const ids = async (account: TestAccount) =>
      (await inbox(account).list({})).data.map(({ entry_id }) => entry_id);
    const [newest = 0] = await ids(owner);
    const entries = [newest, ...(await ids(other)), 999_999_999];
    expect(await inbox().markRead({ entries })).toEqual({ unread: 1, rejected: 0 });
    expect(await names({ unread: true })).toEqual(['a']);
    expect(await names()).toEqual(['b', 'a']);
    expect(await inbox(other).count({})).toEqual({ unread: 1, rejected: 0 });
  });

  it('of all entries leaves one that arrived meanwhile unread', async () => {
    await add(approval('seen'));
    const [seen] = (await inbox().list({})).data;
    await add(approval('arrived'));
    expect(await inbox().markAllRead({ up_to: seen?.entry_id })).toEqual({ unread: 1, rejected: 0 });
    expect(await names({ unread: true })).toEqual(['arrived']);
    expect(await inbox().markAllRead({})).toEqual({ unread: 0, rejected: 0 });
  });

  it('of one kind leaves the others; rejections are counted separately', async () => {
    const rejection: NewEntry = {
      ...approval('rejected'),
      kind: 'submission_rejected',
      data: { name: 'rejected', reason: null },
    };
    await add(approval('approved'), rejection);
    expect(await inbox().count({})).toEqual({ unread: 2, rejected: 1 });
    const kind = 'submission_rejected';
    expect(await inbox().markAllRead({ kind })).toEqual({ unread: 1, rejected: 0 });
    expect(await names({ unread: true })).toEqual(['approved']);
  });

  it('and new entries are events, and nothing else is', async () => {
    const { user_id } = owner.user;
    await recorded.take();
    await add(approval('a'), approval('b'));
    expect(await changed()).toEqual([[user_id]]);
    await add(approval('a'));
    expect(await changed()).toEqual([]);
    await inbox().markAllRead({});
    expect(await changed()).toEqual([[user_id]]);
    await inbox().markAllRead({});
    expect(await changed()).toEqual([]);
  });
});

it('pages that are open get the new count, and only of their own inbox', async () => {
  const other = await makeAccount(server);
  const live = (await inbox().live({}))[Symbol.asyncIterator]();
  const next = live.next();
  await add(approval('theirs', { user_id: other.user.user_id }));
  await add(approval('mine'));
  expect((await next).value).toEqual({ unread: 1, rejected: 0 });
  await live.return?.();
});
