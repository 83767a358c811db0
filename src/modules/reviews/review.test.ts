import { describe, expect, it } from 'vitest';
import { MESSAGES } from '../../contract/shared/messages.ts';
import { makeAccount, makeSale, type TestAccount } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { testServer } from '../../testing/run/server.ts';

// Few connections: a decision that needed a second one would wait for itself.
const server = testServer({ DATABASE_POOL: '3' });

const submitter = testAccount(server);
const checker = testAccount(server, 'checker');
const other = testAccount(server, 'checker');
const admin = testAccount(server, 'admin');

const pendingItem = (by = submitter) => makeSale(server, { by, price: 100 });
const decide = (id: number, { token }: TestAccount, body: Record<string, unknown> = { status: 'approved' }) =>
  call(server, 'PATCH', `/items/${id}/status`, { token, body });
const edit = (id: number, { token }: TestAccount, body: Record<string, unknown>) =>
  call(server, 'PATCH', `/items/${id}`, { token, body });
const eventsOf = async (id: number) =>
  (await server.sql('select type from sale_event where sale_id = ? order by event_id', [id])).map(
    (event) => event.type,
  );
const idsOf = (answer: { data: { sale_id: number }[] }) => answer.data.map((sale) => sale.sale_id);

describe('concurrently', () => {
  it('one of fifty decisions succeeds, and the others report who decided', async () => {
    const id = await pendingItem();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        decide(id, i % 2 ? checker : other, { status: i % 3 ? 'approved' : 'rejected' }),
      ),
    );

    const [first, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    const [stored] = await server.sql<{ decided_by: number; at: Date; status: string; version: number }>(
      'select decided_by, decided_at as at, status, version from sale where sale_id = ?',
      [id],
    );
    expect(first?.body).toMatchObject({ status: stored?.status, version: 2 });
    expect(stored).toMatchObject({ version: 2 });

    const username = [checker, other].find(({ user }) => user.user_id === stored?.decided_by)?.user.username;
    const late = answers.filter(({ status }) => status === 409).map(({ body }) => body);
    expect(late).toHaveLength(49);
    for (const { request_id, ...body } of late)
      expect(body).toEqual({
        error: MESSAGES.alreadyReviewed,
        code: 'CONFLICT',
        reason: 'ALREADY_REVIEWED',
        decided: { by: username, at: new Date(`${stored?.at}`).toISOString() },
      });
    expect(await eventsOf(id)).toEqual(['submitted', stored?.status]);
  });

  it('edits and decisions give one history: edits first, one decision, nothing after it', async () => {
    const id = await pendingItem();
    // More than there are connections, and few enough that none waits too long for one (503) on a busy machine.
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        i % 3 ? edit(id, checker, { price: 200 + i }) : decide(id, other),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const events = await eventsOf(id);
    const decided = events.indexOf('approved');
    expect(events.slice(decided + 1)).toEqual([]);
    expect(new Set(events.slice(1, decided))).toEqual(new Set(decided > 1 ? ['edited'] : []));
    const [stored] = await server.sql('select version from sale where sale_id = ?', [id]);
    expect(stored).toEqual({ version: events.length });
  });

  it('of many edits of one version, one is stored', async () => {
    const id = await pendingItem();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => edit(id, checker, { price: 200 + i, version: 1 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await eventsOf(id)).toEqual(['submitted', 'edited']);
  });
});

describe('a decision', () => {
  it.each(['approved', 'rejected'])('%s cannot be followed by another or by an edit', async (status) => {
    const id = await pendingItem();
    expect((await decide(id, checker, { status, review_notes: 'why' })).body).toMatchObject({
      status,
      review_notes: 'why',
      approved_by: status === 'approved' ? checker.user.user_id : null,
    });
    const error = MESSAGES.alreadyReviewed;
    expect(await decide(id, admin, { status: 'rejected' })).toMatchObject({ status: 409, body: { error } });
    expect(await edit(id, admin, { price: 1 })).toMatchObject({
      status: 409,
      body: { error, decided: { by: checker.user.username } },
    });
  });

  it('with blank notes has none', async () => {
    const id = await pendingItem();
    const { body } = await decide(id, checker, { status: 'rejected', review_notes: '  ' });
    expect(body.review_notes).toBeNull();
  });

  it('on a stale version is refused, and on the current one accepted', async () => {
    const id = await pendingItem();
    await edit(id, checker, { price: 300 });
    const stale = await decide(id, other, { status: 'approved', version: 1 });
    expect(stale).toMatchObject({ status: 409 });
    expect(stale.body.error).not.toBe(MESSAGES.alreadyReviewed);
    expect(await edit(id, other, { price: 400, version: 1 })).toMatchObject({ status: 409 });
    expect(await decide(id, other, { status: 'approved', version: 2 })).toMatchObject({
      status: 200,
      body: { price: 300 },
    });
  });

  it.each<[what: string, path: () => Promise<string>]>([
    ['does not exist', async () => '/items/2147483647'],
    ['is of the other kind', async () => `/pokemon/${await pendingItem()}`],
    [
      'is deleted',
      async () => {
        const id = await pendingItem();
        await server.services().saleAdmin.remove('item', { id });
        return `/items/${id}`;
      },
    ],
    ['is their own', async () => `/items/${await pendingItem(checker)}`],
  ])('of a checker finds no sale that %s', async (_what, path) => {
    const sale = await path();
    const { token } = checker;
    const body = { status: 'approved' };
    expect(await call(server, 'PATCH', `${sale}/status`, { token, body })).toMatchObject({ status: 404 });
    expect(await call(server, 'PATCH', sale, { token, body: { price: 1 } })).toMatchObject({ status: 404 });
  });

  it("on an admin's own submission is allowed", async () => {
    expect(await decide(await pendingItem(admin), admin)).toMatchObject({ status: 200 });
  });
});

describe('an edit', () => {
  it('records the values before and after, and the editor', async () => {
    const id = await makeSale(server, { kind: 'pokemon', by: submitter, price: 100 });
    const { token, user } = checker;
    const change = { pokemon_name: 'tauros', ability: 'intimidate', price: 5, iv_hp: 0, level: 7 };
    const answer = await call(server, 'PATCH', `/pokemon/${id}`, { token, body: change });
    expect(answer.body).toMatchObject({
      pokemon_id: 128,
      pokemon_name: 'Tauros',
      ability: 'Intimidate',
      nature: 'Adamant',
      price: 5,
      hp_iv: 0,
      atk_iv: 31,
      level: 7,
      version: 2,
    });
    const [event] = await server.sql(
      `select actor_id, before, after from sale_event where sale_id = ? and type = 'edited'`,
      [id],
    );
    expect(event).toMatchObject({
      actor_id: user.user_id,
      before: { name: 'Garchomp', ability: 'Rough Skin', price: 100, hpIv: 31, level: null },
      after: { name: 'Tauros', ability: 'Intimidate', price: 5, hpIv: 0, level: 7 },
    });
  });

  it('that changes nothing does not affect version and history', async () => {
    const id = await pendingItem();
    expect((await edit(id, checker, { price: 100 })).body).toMatchObject({ version: 1 });
    expect(await eventsOf(id)).toEqual(['submitted']);
  });

  it.each([
    ['items', 'date_sold', '2025-01-02'],
    ['items', 'proof_url', 'https://forum.example/thread/9'],
    ['pokemon', 'date_sold', '2025-01-02'],
    ['pokemon', 'proof_url', 'https://forum.example/thread/9'],
  ] as const)('of %s cannot change the %s, which only admins can', async (path, field, value) => {
    const kind = path === 'items' ? 'item' : path;
    const id = await makeSale(server, { kind, by: submitter });
    const body = { price: 5, [field]: value };
    expect(await call(server, 'PATCH', `/${path}/${id}`, { token: checker.token, body })).toMatchObject({
      status: 400,
      body: { details: [`Unknown field: ${field}`] },
    });
    expect(await eventsOf(id)).toEqual(['submitted']);
  });

  it('recomputes hidden power', async () => {
    const id = await makeSale(server, { kind: 'pokemon', by: submitter });
    const spread = { iv_hp: 31, iv_attack: 31, iv_defense: 31, iv_sp_attack: 31, iv_sp_defense: 31 };
    const body = { ...spread, iv_speed: 30 };
    const answer = await call(server, 'PATCH', `/pokemon/${id}`, { token: checker.token, body });
    expect(answer.body).toMatchObject({ hidden_power: 'Ice' });
  });
});

describe('the lists', () => {
  it('of a checker leave out their own pending sales, an admin sees their own', async () => {
    const [own, mine] = [await pendingItem(checker), await pendingItem(admin)];
    const decided = await makeSale(server, { by: checker, status: 'rejected' });
    const limit = 100;
    for (const [account, sees] of [
      [checker, [mine, decided]],
      [other, [own, mine, decided]],
      [admin, [own, mine, decided]],
    ] as const) {
      const caller = callerFor(server, account.token);
      const all = [own, mine, decided];
      const visible = (ids: number[]) => all.filter((id) => ids.includes(id));
      expect(visible(idsOf(await caller.items.list({ limit })))).toEqual(sees);
      expect(visible(idsOf(await caller.reviews.list({ scope: 'all', limit })))).toEqual(sees);
      const pending = sees.filter((id) => id !== decided);
      expect(visible(idsOf(await caller.items.list({ limit, status: 'pending' })))).toEqual(pending);
      expect(visible(idsOf(await caller.reviews.list({ scope: 'pending', limit })))).toEqual(pending);
    }
  });

  it('count what they show', async () => {
    for (const { token } of [checker, admin]) {
      const caller = callerFor(server, token);
      const { pending, all } = await caller.reviews.counts({});
      expect((await caller.reviews.list({ scope: 'pending' })).pagination.total).toBe(pending);
      expect((await caller.reviews.list({ scope: 'all' })).pagination.total).toBe(all);
    }
  });

  it('show pending sales oldest first and all of them newest first', async () => {
    const caller = callerFor(server, admin.token);
    const times = async (scope: 'pending' | 'all') =>
      (await caller.reviews.list({ scope, limit: 100 })).data.map((sale) => sale.date_submitted);
    const [pending, all] = [await times('pending'), await times('all')];
    expect(pending).toEqual(pending.toSorted());
    expect(all).toEqual(all.toSorted().reverse());
  });

  it('show notes and reviewer to staff and the submitter, to nobody else', async () => {
    const id = await pendingItem();
    await decide(id, checker, { status: 'approved', review_notes: 'seen in the thread' });
    const known = { review_notes: 'seen in the thread', approved_by: checker.user.user_id };
    const unknown = { review_notes: null, approved_by: null };
    const stranger = await makeAccount(server);
    for (const [token, expected] of [
      [null, unknown],
      [stranger.token, unknown],
      [submitter.token, known],
      [other.token, known],
      [admin.token, known],
    ] as const) {
      const { data } = await callerFor(server, token).items.list({ limit: 100 });
      expect(data.find((sale) => sale.sale_id === id)).toMatchObject(expected);
    }
  });
});
