import type { SaleKind } from '../../contract/sale/kinds.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { addToInbox } from '../../modules/inbox/inbox.ts';
import { listLogFiles } from '../../modules/logs/log-files.ts';
import { askToConfirm, unconfirm } from '../accounts/address-links.ts';
import { addPasskey } from '../accounts/authenticator.ts';
import {
  itemSubmission,
  makeAccount,
  makeSale,
  makeSprite,
  PASSWORD,
  pokemonSubmission,
  type TestAccount,
} from '../accounts/factories.ts';
import { askForReset } from '../accounts/reset.ts';
import { pendingToken } from '../accounts/sign-in.ts';
import { codeNow, enrol, switchingCode, withoutFactor } from '../accounts/totp.ts';
import type { call } from '../clients/rest-client.ts';
import { makeDuplicates, scanForDuplicates } from '../market/duplicates.ts';
import { makeFollow, newSearch } from '../market/follows.ts';
import { report } from '../market/reports.ts';
import type { TestServer } from '../run/server.ts';
import { WEBHOOK } from '../servers/discord-server.ts';
import { pageShape, SHAPES } from './shapes.ts';

export const CALLERS = ['visitor', 'user', 'checker', 'admin'] as const;
export type Caller = (typeof CALLERS)[number];
export type Method = Parameters<typeof call>[1];
export type Accounts = Record<Exclude<Caller, 'visitor'>, TestAccount>;

/** The minimum role, the response, and a valid call: segments or query of the path, and the body. */
export type Route = [least: Caller, answer: unknown, good?: () => Good | Promise<Good>];
export interface Good {
  path?: string;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** Optional traits, so that a response has every field. */
export const FULL = { level: 50, held_item: 'Choice Band', is_shiny: false };
const LINK = 'https://forum.example/thread/9';
export const DECISION = { status: 'approved', review_notes: 'checked' };

const SPRITE = { pokemon_id: 25, pokemon_name: 'Pikachu', imgur_url: 'https://imgur.com/pika' };
const { signedIn, user, item, pokemon, review, submitted, ownReport, suggestion, answer, history } = SHAPES;

/** A query with a term that has no effect, which the answer then has. */
const QUERY = `?query=${encodeURIComponent('price > 0 AND price LIKE 5')}`;
const ignored = ['string'];
/** The same with an ability that the catalogue does not have. */
const POKEMON_QUERY = `${QUERY}${encodeURIComponent(' AND NOT ability = Levitat')}`;
const notes = { ignored, unknown: ['string'] };

/** A call without segments or a body, after this. */
const after = (prepare: () => Promise<unknown>) => async (): Promise<Good> => {
  await prepare();
  return {};
};

/** Every path of docs/api.md, with calls by these accounts; they need to exist only when a call is made. */
export function restRoutes(server: TestServer, accounts: Accounts): Record<string, Route> {
  /** With all fields, and the newest of its kind. */
  const pending = async (kind: SaleKind) =>
    String(await makeSale(server, { kind, by: accounts.user, traits: FULL }));
  const approved = () => makeSale(server, { by: accounts.user, status: 'approved' });
  const duplicate = async (kind: SaleKind) => {
    const [, id] = await makeDuplicates(server, { kind, by: accounts.user });
    await scanForDuplicates(server);
    return id;
  };
  let addresses = 0;
  let sprites = 0;
  const sprite = async () => {
    sprites += 1;
    return String(await makeSprite(server, 25, 'Pikachu', `Costume ${sprites}`));
  };

  /** A pokemon is the most traded one and has the highest price. */
  const expensivePokemon = async () => {
    const sold = { date_sold: server.daysAgo(1), price: LIMITS.price.max, proof_url: LINK, traits: FULL };
    const sale = { ...sold, kind: 'pokemon', by: accounts.user, status: 'approved' } as const;
    for (let i = 0; i < 20; i += 1) await makeSale(server, sale);
  };

  /** The only follow of the account, with a match. */
  const following = async () => {
    const { user } = accounts.user;
    await server.sql('delete from follow where user_id = ?', [user.user_id]);
    const filter = { kind: 'item', name: 'Master Ball' };
    const condition = { type: 'at_or_above', price: 1 } as const;
    const { follow_id } = await makeFollow(server, accounts.user, { filter, condition });
    const sale = await makeSale(server, { by: accounts.user, status: 'approved' });
    await server.sql(
      `insert into follow_match (follow_id, sale_id, matched_at, email, discord) values (?, ?, now(), 'off', false)`,
      [follow_id, sale],
    );
    return String(follow_id);
  };

  const notified = async () => {
    const { user_id } = accounts.user.user;
    const sale_id = await makeSale(server, { by: accounts.user });
    const entry = { kind: 'submission_rejected', user_id, key: 'shown', sale_id } as const;
    await addToInbox(
      server.scope().em,
      [{ ...entry, data: { name: 'Master Ball', reason: 'no proof' } }],
      server.clock.now(),
    );
  };

  const connected = () => server.services(accounts.user.actor).notices.setWebhook(WEBHOOK);

  /** Pairs of sales that differ in Speed alone. */
  const pairs = async (name: string, count: number) => {
    for (let i = 0; i < 2 * count; i += 1) {
      const traits = { ...FULL, nature: 'Lax', iv_speed: i % 2 ? 31 : 5 };
      await makeSale(server, { kind: 'pokemon', name, by: accounts.user, status: 'approved', traits });
    }
  };

  const withPasskey = async () => (await addPasskey(server, accounts.user)).id;

  /** A line without metadata is the newest. */
  const logged = async () => {
    server.log.logger.info('a line for the log');
    await server.logs.flush();
  };

  return {
    'POST /auth/register': [
      'visitor',
      signedIn,
      () => ({ body: { username: 'newcomer', email: 'newcomer@example.org', password: PASSWORD } }),
    ],
    'POST /auth/login': [
      'visitor',
      signedIn,
      () => ({ body: { username: accounts.admin.user.username, password: PASSWORD } }),
    ],
    'POST /email/request-password-reset': [
      'visitor',
      SHAPES.message,
      () => ({ body: { username: accounts.user.user.username } }),
    ],
    'GET /email/validate-reset-token/{token}': [
      'visitor',
      { valid: 'boolean', username: 'string' },
      async () => ({ path: await askForReset(server, (await makeAccount(server)).user) }),
    ],
    'POST /email/reset-password': [
      'visitor',
      SHAPES.message,
      async () => ({
        body: { token: await askForReset(server, (await makeAccount(server)).user), newPassword: PASSWORD },
      }),
    ],
    'GET /email/address': [
      'user',
      { email: 'string', confirmed: 'boolean', required: 'boolean', pending: 'null' },
    ],
    'POST /email/resend-confirmation': [
      'user',
      SHAPES.message,
      after(() => unconfirm(server, accounts.user)),
    ],
    'POST /email/change-address': [
      'user',
      SHAPES.message,
      () => {
        addresses += 1;
        return { body: { email: `changed${addresses}@example.org` } };
      },
    ],
    'GET /email/validate-address-link/{token}': [
      'visitor',
      { valid: 'boolean', purpose: 'string', username: 'string', email: 'string' },
      async () => ({ path: await askToConfirm(server, await makeAccount(server)) }),
    ],
    'POST /email/use-address-link': [
      'visitor',
      { message: 'string', purpose: 'string' },
      async () => ({ body: { token: await askToConfirm(server, await makeAccount(server)) } }),
    ],
    'POST /auth/verify-2fa': [
      'visitor',
      signedIn,
      async () => {
        const { user: enrolled, token } = await makeAccount(server);
        const { secret } = await enrol(server, token);
        const waiting = await pendingToken(server, enrolled.username);
        const code = await codeNow(server, secret);
        return { headers: { authorization: `Pending ${waiting}`, 'x-totp-token': code } };
      },
    ],
    'GET /auth/profile': ['user', { user: { ...user, lastLogin: 'null' } }],
    'POST /auth/confirm': [
      'user',
      { ...SHAPES.message, token: 'string' },
      async () => {
        await withoutFactor(server, accounts.user);
        return { body: { password: PASSWORD } };
      },
    ],
    'POST /auth/logout': ['user', SHAPES.message],
    'GET /2fa/status': ['user', SHAPES.factorStatus],
    'POST /2fa/setup': ['user', SHAPES.factorSetup, after(() => switchingCode(server, accounts.user, false))],
    'POST /2fa/verify': [
      'user',
      { message: 'string', recoveryCodes: ['string'] },
      async () => ({ body: { token: await switchingCode(server, accounts.user, false) } }),
    ],
    'POST /2fa/disable': [
      'user',
      SHAPES.message,
      async () => ({ body: { token: await switchingCode(server, accounts.user, true) } }),
    ],
    'POST /items/submit': ['user', submitted, () => ({ body: itemSubmission() })],
    'POST /pokemon/submit': ['user', submitted, () => ({ body: pokemonSubmission() })],
    'POST /reports': [
      'user',
      ownReport,
      async () => ({ body: { sale_id: await approved(), reason: 'wrong_price', comment: 'It was 2m.' } }),
    ],
    'GET /reports': [
      'user',
      pageShape(ownReport),
      after(async () => report(server, await approved(), { by: accounts.user, comment: 'It was 2m.' })),
    ],
    'GET /reviews': [
      'checker',
      pageShape({ ...item, ...SHAPES.reviewed }),
      async () => {
        const id = await approved();
        await report(server, id);
        await server.sql(`insert into sale_check values (?, '[{"flag": "no_proof"}]', now())`, [id]);
        return { path: '?scope=reported' };
      },
    ],
    'GET /submissions': [
      'user',
      pageShape({ kind: 'string', ...item, decided_at: 'null', resubmitted: 'null' }),
      after(() => pending('item')),
    ],
    'GET /submissions/counts': ['user', { pending: 'number', approved: 'number', rejected: 'number' }],
    'GET /submissions/history': [
      'user',
      SHAPES.ownSales,
      async () => {
        await makeSale(server, { kind: 'pokemon', by: accounts.user, status: 'approved', traits: FULL });
        return { path: '?kind=pokemon' };
      },
    ],
    'POST /submissions/{id}/withdraw': [
      'user',
      SHAPES.message,
      async () => ({ path: await pending('item') }),
    ],
    'PATCH /reports/sale/{id}': [
      'checker',
      { sale: { kind: 'string', ...item }, decided: 'number' },
      async () => {
        const id = await approved();
        await report(server, id);
        return { path: String(id), body: { outcome: 'dismissed' } };
      },
    ],
    'GET /items': ['visitor', { ...pageShape(item), ignored }, () => ({ path: QUERY })],
    'GET /pokemon': ['visitor', { ...pageShape(pokemon), ...notes }, () => ({ path: POKEMON_QUERY })],
    'PATCH /items/{id}/status': [
      'checker',
      { ...item, ...review },
      async () => ({ path: await pending('item'), body: DECISION }),
    ],
    'PATCH /pokemon/{id}/status': [
      'checker',
      { ...pokemon, ...review },
      async () => ({ path: await pending('pokemon'), body: DECISION }),
    ],
    'PATCH /items/{id}': ['checker', item, async () => ({ path: await pending('item'), body: { price: 7 } })],
    'PATCH /pokemon/{id}': [
      'checker',
      pokemon,
      async () => ({ path: await pending('pokemon'), body: { price: 7 } }),
    ],
    'GET /items/search/autocomplete': ['visitor', { data: [suggestion] }, () => ({ path: '?query=master' })],
    'GET /pokemon/search/autocomplete': [
      'visitor',
      { data: [{ ...suggestion, image_url: 'string', pokemon_type: 'string' }] },
      () => ({ path: '?query=garchomp' }),
    ],
    'GET /items/answer/{name}': [
      'visitor',
      { ...answer, ignored },
      () => ({ path: `master%20ball${QUERY}` }),
    ],
    'GET /pokemon/answer/{name}': [
      'visitor',
      { ...answer, ...notes },
      () => ({ path: `garchomp${POKEMON_QUERY}` }),
    ],
    'GET /pokemon/trait-worth/{name}': [
      'visitor',
      { data: [SHAPES.traitFigures], compared: 'number', newest_only: 'boolean' },
      async () => {
        // A name without other sales, whose prices could be evidence of a claim.
        await pairs('Gible', LIMITS.traitWorth.minPairs);
        return { path: 'gible' };
      },
    ],
    'GET /pokemon/trait-pairs/{name}': [
      'visitor',
      {
        pairs: 'number',
        data: [
          {
            with: { kind: 'string', ...pokemon },
            without: { kind: 'string', ...pokemon },
            difference: 'number',
          },
        ],
      },
      async () => {
        await pairs('Garchomp', 1);
        return { path: 'garchomp?trait=speed_iv&value=31' };
      },
    ],
    'GET /items/price-history/{name}': [
      'visitor',
      { item_name: 'string', ...history, ignored },
      () => ({ path: `master%20ball${QUERY}` }),
    ],
    'GET /pokemon/price-history/{name}': [
      'visitor',
      { pokemon_name: 'string', ...history, ...notes },
      () => ({ path: `garchomp${POKEMON_QUERY}` }),
    ],
    'GET /pokemon/sprite/{pokemon_id}/{form}': ['visitor', SHAPES.sprite, () => ({ path: '445/normal' })],
    'GET /market/overview': [
      'visitor',
      { ...SHAPES.overview, notable: [{ kind: 'string', ...pokemon }] },
      after(expensivePokemon),
    ],
    'GET /inbox': ['user', pageShape(SHAPES.inboxEntry), after(notified)],
    'GET /inbox/count': ['user', SHAPES.unread],
    'POST /inbox/mark-read': ['user', SHAPES.unread, () => ({ body: { entries: [1] } })],
    'POST /inbox/mark-all-read': ['user', SHAPES.unread, () => ({ body: { up_to: 1 } })],
    'GET /notices/settings': ['user', SHAPES.notices],
    'PATCH /notices/settings': [
      'user',
      SHAPES.notices,
      () => ({ body: { returned: { inbox: true, email: true } } }),
    ],
    'POST /notices/webhook': ['user', SHAPES.notices, () => ({ body: { url: WEBHOOK } })],
    'POST /notices/webhook/test': ['user', SHAPES.message, after(connected)],
    'DELETE /notices/webhook': ['user', SHAPES.notices, after(connected)],
    'POST /notices/resume': ['user', SHAPES.notices, () => ({ body: { channel: 'email' } })],
    'GET /follows': ['user', { data: [SHAPES.follow], limit: 'number' }, after(following)],
    'POST /follows': [
      'user',
      { ...SHAPES.follow, last_match: 'null' },
      () => ({ body: { ...newSearch(), condition: { type: 'at_or_below', price: 5 } } }),
    ],
    'GET /follows/{id}': [
      'user',
      { ...SHAPES.follow, matches: [{ sale: { kind: 'string', ...item }, matched_at: 'string' }] },
      async () => ({ path: await following() }),
    ],
    'PATCH /follows/{id}': [
      'user',
      SHAPES.follow,
      async () => ({ path: await following(), body: { paused: true, channels: { feed: true } } }),
    ],
    'DELETE /follows/{id}': ['user', SHAPES.message, async () => ({ path: await following() })],
    'GET /follows/feed': [
      'user',
      SHAPES.feedAddress,
      after(() => server.services(accounts.user.actor).followFeed.renew()),
    ],
    'POST /follows/feed': ['user', SHAPES.feedAddress],
    'GET /abilities': ['visitor', { data: [SHAPES.ability] }],
    'PATCH /admin/items/{id}': [
      'admin',
      { ...item, ...review },
      async () => ({
        path: await pending('item'),
        body: { ...DECISION, date_sold: '2025-01-01', proof_url: LINK },
      }),
    ],
    'PATCH /admin/pokemon/{id}': [
      'admin',
      { ...pokemon, ...review },
      async () => ({ path: await pending('pokemon'), body: { ...DECISION, price: 7, nature: 'bold' } }),
    ],
    'DELETE /admin/items/{id}': ['admin', SHAPES.message, async () => ({ path: await pending('item') })],
    'DELETE /admin/pokemon/{id}': ['admin', SHAPES.message, async () => ({ path: await pending('pokemon') })],
    'GET /logs/files': ['admin', { files: [SHAPES.logFile] }, after(logged)],
    'GET /logs/content/{file}': [
      'admin',
      { file: 'string', lines: [SHAPES.logEntry] },
      async () => {
        await logged();
        const files = await listLogFiles(server.runtime.config.dataDir);
        return { path: `${files.find(({ category }) => category === 'general')?.name}?lines=1` };
      },
    ],
    'GET /logs/counts': ['admin', { counts: SHAPES.logCounts }],
    'GET /logs/category/{category}': [
      'admin',
      { logs: [SHAPES.logEntry] },
      async () => {
        await logged();
        return { path: 'general?limit=1' };
      },
    ],
    'GET /admin/stats': ['admin', SHAPES.stats],
    'GET /admin/users': [
      'admin',
      { ...pageShape({ ...user, lastLogin: 'null' }), total_users: 'number' },
      () => ({ path: `?search=${accounts.user.user.username}` }),
    ],
    'GET /admin/items': ['admin', pageShape({ ...item, approved_by: 'null' }), after(() => pending('item'))],
    'GET /admin/pokemon': [
      'admin',
      pageShape({ ...pokemon, approved_by: 'null' }),
      after(() => pending('pokemon')),
    ],
    'GET /admin/sprites': ['admin', pageShape(SHAPES.spriteEntry)],
    'POST /admin/sprites': ['admin', SHAPES.spriteEntry, () => ({ body: { ...SPRITE, variant: 'Shiny' } })],
    'PATCH /admin/sprites/{id}': [
      'admin',
      SHAPES.spriteEntry,
      async () => ({ path: await sprite(), body: { ...SPRITE, variant: 'Female' } }),
    ],
    'DELETE /admin/sprites/{id}': ['admin', SHAPES.message, async () => ({ path: await sprite() })],
    'GET /admin/duplicates': [
      'admin',
      SHAPES.duplicates,
      after(async () => {
        await duplicate('item');
        await duplicate('pokemon');
      }),
    ],
    'PATCH /admin/duplicates': [
      'admin',
      SHAPES.message,
      async () => {
        const sale_ids = [...(await makeDuplicates(server, { kind: 'item', by: accounts.user }))];
        await scanForDuplicates(server);
        return { body: { sale_ids } };
      },
    ],
    'POST /admin/duplicates/scan': ['admin', { job_id: 'string' }],
    'DELETE /admin/duplicates/{type}/{id}': [
      'admin',
      SHAPES.message,
      async () => ({ path: `pokemon/${await duplicate('pokemon')}` }),
    ],
    'GET /admin/settings': ['admin', { data: [SHAPES.setting] }],
    'PATCH /admin/settings': [
      'admin',
      { data: [SHAPES.setting] },
      () => ({ body: { log_retention_days: '30', legal_phone: '' } }),
    ],
    'PATCH /admin/settings/{key}': [
      'admin',
      SHAPES.setting,
      () => ({ path: 'catalogue_generation', body: { value: '5' } }),
    ],
    'PATCH /admin/users/{id}/role': [
      'admin',
      { user: { ...user, lastLogin: 'null' } },
      () => ({ path: String(accounts.user.user.user_id), body: { role: 'user' } }),
    ],
    'PATCH /admin/users/{id}/status': [
      'admin',
      { user: { ...user, lastLogin: 'null' } },
      () => ({ path: String(accounts.user.user.user_id), body: { account_status: 'Active' } }),
    ],
    'GET /passkeys': ['user', { data: [SHAPES.passkey] }, after(withPasskey)],
    'PATCH /passkeys/{id}': [
      'user',
      SHAPES.passkey,
      async () => ({ path: await withPasskey(), body: { name: 'Blue key' } }),
    ],
    'DELETE /passkeys/{id}': ['user', SHAPES.message, async () => ({ path: await withPasskey() })],
    'GET /account/data': [
      'user',
      { rows: [SHAPES.ownAccount], next: 'null' },
      async () => {
        await withPasskey();
        return { path: '?part=account' };
      },
    ],
    'POST /account/delete': [
      'user',
      SHAPES.message,
      () => ({ body: { username: accounts.user.user.username } }),
    ],
  };
}
