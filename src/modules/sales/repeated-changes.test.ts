import { beforeEach, describe, expect, it } from 'vitest';
import { UNDO_MS } from '../../contract/review/review-values.ts';
import { makeAccount, makeSale, type TestAccount } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { report } from '../../testing/market/reports.ts';
import { recordEvents } from '../../testing/run/recorded-events.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();
const recordedEvents = recordEvents(server);

const submitter = testAccount(server);
const checker = testAccount(server, 'checker');
const otherChecker = testAccount(server, 'checker');
const admin = testAccount(server, 'admin');
const otherAdmin = testAccount(server, 'admin');

const as = ({ token }: TestAccount) => callerFor(server, token);
type Api = ReturnType<typeof as>;
type Seen = { id: number; version?: number };

const pending = () => makeSale(server, { by: submitter, price: 100 });
const approved = async (api: Api) => {
  const id = await pending();
  await api.items.setStatus({ id, version: 1, status: 'approved' });
  return id;
};
const deleted = async (api: Api) => {
  const id = await pending();
  await api.admin.deleteItem({ id, version: 1 });
  return id;
};
const reported = async (api: Api) => {
  const id = await approved(api);
  await report(server, id);
  await report(server, id, { reason: 'wrong_name', comment: 'It is a Great Ball.' });
  return id;
};

/** The answer for the only sale of a bulk call. @throws as a call for one sale does */
async function only<Result extends { ok: boolean }>(answer: Promise<{ results: Result[] }>): Promise<Result> {
  const [result] = (await answer).results;
  if (!result?.ok) throw Object.assign(new Error('refused'), result);
  return result;
}

interface Change {
  by: 'checker' | 'admin';
  /** Makes the sale. @returns its id */
  make: (api: Api) => Promise<number>;
  /** The version that is changed. */
  version: number;
  /** @param text the notes, for a change that has some */
  send: (api: Api, seen: Seen, text: string) => Promise<unknown>;
  /** The same with other notes or values. */
  other?: (api: Api, seen: Seen) => Promise<unknown>;
}

const CHANGES: Record<string, Change> = {
  'a decision': {
    by: 'checker',
    make: pending,
    version: 1,
    send: (api, seen, review_notes) => api.items.setStatus({ ...seen, status: 'rejected', review_notes }),
    other: (api, seen) => api.items.setStatus({ ...seen, status: 'rejected', review_notes: 'other' }),
  },
  'a decision among many': {
    by: 'checker',
    make: pending,
    version: 1,
    send: (api, seen) => only(api.reviews.decideMany({ sales: [seen], status: 'approved' })),
    other: (api, seen) => only(api.reviews.decideMany({ sales: [seen], status: 'rejected' })),
  },
  'an undo': {
    by: 'checker',
    make: approved,
    version: 2,
    send: (api, seen) => only(api.reviews.undo({ sales: [seen] })),
  },
  "a reviewer's edit": {
    by: 'checker',
    make: pending,
    version: 1,
    send: (api, seen) => api.items.edit({ ...seen, price: 7, item_name: 'great ball' }),
    other: (api, seen) => api.items.edit({ ...seen, price: 7, item_name: 'Ultra Ball' }),
  },
  "an admin's edit": {
    by: 'admin',
    make: () => approved(as(checker)),
    version: 2,
    send: (api, seen, review_notes) => api.admin.editItem({ ...seen, price: 7, review_notes }),
    other: (api, seen) => api.admin.editItem({ ...seen, price: 7, review_notes: 'other' }),
  },
  "an admin's edit of the status": {
    by: 'admin',
    make: pending,
    version: 1,
    send: (api, seen) => api.admin.editItem({ ...seen, price: 100, status: 'approved' }),
    other: (api, seen) => api.admin.editItem({ ...seen, price: 100, status: 'rejected' }),
  },
  "an admin's edit in several steps": {
    by: 'admin',
    make: () => approved(as(checker)),
    version: 2,
    send: (api, seen, review_notes) =>
      api.admin.editItem({ ...seen, price: 7, status: 'rejected', review_notes }),
    other: (api, seen) => api.admin.editItem({ ...seen, price: 7, status: 'pending' }),
  },
  'a return to review': {
    by: 'admin',
    make: approved,
    version: 2,
    send: (api, seen, reason) => api.reviews.return({ ...seen, reason }),
    other: (api, seen) => api.reviews.return({ ...seen, reason: 'other' }),
  },
  'a deletion': {
    by: 'admin',
    make: approved,
    version: 2,
    send: (api, seen) => api.admin.deleteItem(seen),
  },
  'a restoration': {
    by: 'admin',
    make: deleted,
    version: 2,
    send: (api, seen, reason) => api.reviews.restore({ ...seen, reason }),
    other: (api, seen) => api.reviews.restore({ ...seen, reason: 'other' }),
  },
  'a dismissal of reports': {
    by: 'checker',
    make: reported,
    version: 2,
    send: (api, seen, comment) => api.reports.decide({ ...seen, outcome: 'dismissed', comment }),
    other: (api, seen) => api.reports.decide({ ...seen, outcome: 'dismissed', comment: 'other' }),
  },
  'a return by reports': {
    by: 'checker',
    make: reported,
    version: 2,
    send: (api, seen, comment) => api.reports.decide({ ...seen, outcome: 'returned', comment }),
    other: (api, seen) => api.reports.decide({ ...seen, outcome: 'returned', comment: 'other' }),
  },
  'a correction by reports': {
    by: 'checker',
    make: async (api) => {
      const id = await reported(api);
      await as(admin).admin.editItem({ id, price: 50 });
      return id;
    },
    version: 3,
    send: (api, seen, comment) => api.reports.decide({ ...seen, outcome: 'corrected', comment }),
    other: (api, seen) => api.reports.decide({ ...seen, outcome: 'dismissed' }),
  },
};

const ACTORS = () => ({
  checker: { self: as(checker), another: as(otherChecker) },
  admin: { self: as(admin), another: as(otherAdmin) },
});

/** What a change writes besides the sale. */
async function effects(id: number) {
  const count = async (table: string, condition = 'true') =>
    (await server.sql(`select count(*)::int from ${table} where ${condition}`))[0]?.count;
  return {
    sale: await server.sql('select * from sale where sale_id = ?', [id]),
    events: await count('sale_event', `sale_id = ${id}`),
    reports: await server.sql('select * from sale_report where sale_id = ? order by report_id', [id]),
    notices: await server.sql('select * from decision_notice order by sale_id'),
    inbox: await count('inbox_entry'),
    jobs: await count('outbox'),
    flags: await count('flag_mark'),
    audit: await count('audit_event'),
  };
}

beforeEach(async () => {
  await recordedEvents.take();
  await server.truncate('flag_mark', 'outbox');
});

describe.each(Object.entries(CHANGES))('%s', (name, { by, make, version, send, other }) => {
  it('that is repeated has the same response, and changes and sends nothing', async () => {
    const { self } = ACTORS()[by];
    const id = await make(self);
    const first = await send(self, { id, version }, 'why');
    await recordedEvents.take();
    const before = await effects(id);
    server.clock.advance(UNDO_MS + 1);
    expect(await send(self, { id, version }, 'why')).toEqual(first);
    expect(await effects(id)).toEqual(before);
    expect(await recordedEvents.take()).toEqual([]);
  });

  it('that is sent twice at once is made once', async () => {
    const { self } = ACTORS()[by];
    const id = await make(self);
    const twice = [1, 2].map(() => send(self, { id, version }, 'why'));
    const [first, second] = await Promise.all(twice);
    expect(first).toBeDefined();
    expect(second).toEqual(first);
    const [sale] = await server.sql<{ version: number; events: number }>(
      'select version, (select count(*)::int from sale_event e where e.sale_id = s.sale_id) as events from sale s where sale_id = ?',
      [id],
    );
    expect(sale?.events).toBe(sale?.version);
  });

  it('that differs from the last change is refused', async () => {
    const { self, another } = ACTORS()[by];
    const id = await make(self);
    const seen = { id, version };
    await send(self, seen, 'why');
    await expect(send(another, seen, 'why'), 'by somebody else').rejects.toThrow();
    await expect(
      send(self, { id, version: version - 1 || 9 }, 'why'),
      'of another version',
    ).rejects.toThrow();
    if (other) await expect(other(self, seen), 'with other notes or values').rejects.toThrow();
    await as(otherAdmin)
      .admin.editItem({ id, price: 12 })
      .catch(() => as(otherAdmin).reviews.restore({ id }));
    await expect(send(self, seen, 'why'), 'after another change').rejects.toThrow();
  });

  // An edit sets the same values again.
  const isEdit = name.includes('edit');
  it(`without a version is ${isEdit ? 'accepted' : 'refused'}`, async () => {
    const { self } = ACTORS()[by];
    const id = await make(self);
    await send(self, { id }, 'why');
    const [repeated] = await Promise.allSettled([send(self, { id }, 'why')]);
    expect(repeated.status).toBe(isEdit ? 'fulfilled' : 'rejected');
  });
});

it('a repeat by a reviewer who has lost the role is refused', async () => {
  const reviewer = await makeAccount(server, 'checker');
  const decision = { id: await pending(), version: 1, status: 'approved' } as const;
  await as(reviewer).items.setStatus(decision);
  await server.sql(`update account set role = 'user' where user_id = ?`, [reviewer.user.user_id]);
  await expect(as(reviewer).items.setStatus(decision)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

it('a repeated decision on reports leaves a later report open', async () => {
  const id = await reported(as(checker));
  const { last_open } = (await as(checker).reviews.detail({ id })).reports;
  const decision = { id, version: 2, outcome: 'dismissed', last_report: last_open ?? 0 } as const;
  await as(checker).reports.decide(decision);
  await report(server, id);
  expect(await as(checker).reports.decide(decision)).toMatchObject({ decided: 2 });
  expect((await as(checker).reviews.detail({ id })).reports).toMatchObject({ open: 1 });
});
