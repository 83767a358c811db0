import { callTRPCProcedure, TRPCError } from '@trpc/server';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { LIMITS } from '../contract/shared/limits.ts';
import { ADVISORY_LOCKS } from '../db/advisory-locks.ts';
import { sha256 } from '../lib/crypto.ts';
import { askToConfirm, unconfirm } from '../testing/accounts/address-links.ts';
import { addPasskey, TestAuthenticator } from '../testing/accounts/authenticator.ts';
import {
  itemSubmission,
  makeAccount,
  makeSale,
  makeSprite,
  openSession,
  PASSWORD,
  pokemonSubmission,
  suspend,
  type TestAccount,
} from '../testing/accounts/factories.ts';
import { askForReset } from '../testing/accounts/reset.ts';
import { pendingToken } from '../testing/accounts/sign-in.ts';
import { testAccount } from '../testing/accounts/test-account.ts';
import { codeNow, type Enrolled, enrol, nextCodes, switchingCode } from '../testing/accounts/totp.ts';
import { callerFor, contextFor } from '../testing/clients/callers.ts';
import { makeDuplicates, scanForDuplicates } from '../testing/market/duplicates.ts';
import { makeFollow, newSearch } from '../testing/market/follows.ts';
import { report } from '../testing/market/reports.ts';
import { fixture } from '../testing/run/fixture.ts';
import { lockAwaited } from '../testing/run/lock-waits.ts';
import { testServer } from '../testing/run/server.ts';
import { reroutedFetch } from '../testing/servers/discord-reroute.ts';
import { startDiscord, WEBHOOK } from '../testing/servers/discord-server.ts';
import { connect } from '../testing/servers/postgres.ts';
import type { CallContext } from './context.ts';
import type { ProcedureMeta } from './procedures.ts';
import { appRouter } from './router.ts';

const server = testServer();

const CALLERS = ['anonymous', 'user', 'checker', 'admin', 'suspended', 'pending'] as const;
/** `suspended` is an admin's session; `pending` an admin's sign-in that waits for its second factor. */
type Caller = (typeof CALLERS)[number];
type Verdict = 'OK' | 'UNAUTHORIZED' | 'FORBIDDEN' | 'NOT_FOUND' | 'CONFLICT';

const verdicts = (...row: [Verdict, Verdict, Verdict, Verdict, Verdict, Verdict]) =>
  Object.fromEntries(CALLERS.map((caller, i) => [caller, row[i]])) as Record<Caller, Verdict>;

/** The levels of the role ladder; signing in ignores the session token. */
const OPEN = verdicts('OK', 'OK', 'OK', 'OK', 'OK', 'OK');
const PUBLIC = verdicts('OK', 'OK', 'OK', 'OK', 'UNAUTHORIZED', 'UNAUTHORIZED');
const USER = verdicts('UNAUTHORIZED', 'OK', 'OK', 'OK', 'UNAUTHORIZED', 'UNAUTHORIZED');
const CHECKER = verdicts('UNAUTHORIZED', 'FORBIDDEN', 'OK', 'OK', 'UNAUTHORIZED', 'UNAUTHORIZED');
const ADMIN = verdicts('UNAUTHORIZED', 'FORBIDDEN', 'FORBIDDEN', 'OK', 'UNAUTHORIZED', 'UNAUTHORIZED');

/** Only the owner. */
const FOREIGN = verdicts(
  ...(['UNAUTHORIZED', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED', 'UNAUTHORIZED'] as const),
);
/** A checker never reviews their own submissions; an admin may (docs/product.md "Roles"). */
const OWN_SALE = verdicts(
  ...(['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'OK', 'UNAUTHORIZED', 'UNAUTHORIZED'] as const),
);
const OWN_ACCOUNT = verdicts(
  ...(['UNAUTHORIZED', 'FORBIDDEN', 'FORBIDDEN', 'CONFLICT', 'UNAUTHORIZED', 'UNAUTHORIZED'] as const),
);
const SECOND_STEP = verdicts(
  ...(['UNAUTHORIZED', 'UNAUTHORIZED', 'UNAUTHORIZED', 'UNAUTHORIZED', 'UNAUTHORIZED', 'OK'] as const),
);

let registered = 0;
const newcomer = () => {
  registered += 1;
  const username = `newcomer_${registered}`;
  return { username, email: `${username}@example.org`, password: PASSWORD };
};
/** An account without a second factor: other tests give the submitter a passkey. */
const freshAccount = async () => (await makeAccount(server)).user;
const sale = async (kind: 'item' | 'pokemon', by = submitter) => ({
  id: await makeSale(server, { kind, by }),
});
const decided = async (kind: 'item' | 'pokemon', by = submitter) => ({
  id: await makeSale(server, { kind, by, status: 'approved' }),
});
const reported = async (by = submitter) => {
  const sale = await decided('item', by);
  await report(server, sale.id);
  return { ...sale, outcome: 'dismissed' };
};
const deleted = async (kind: 'item' | 'pokemon', by = submitter) => {
  const gone = await decided(kind, by);
  await server.services().saleAdmin.remove(kind, gone);
  return gone;
};
const duplicate = async (kind: 'item' | 'pokemon', by = submitter) => {
  const [, id] = await makeDuplicates(server, { kind, by });
  await scanForDuplicates(server);
  return { type: kind, id };
};
const duplicatePair = async (by = submitter) => {
  const [keep, remove] = await makeDuplicates(server, { by });
  await scanForDuplicates(server);
  return { keep, remove: [remove] };
};
let variants = 0;
const nextVariant = () => {
  variants += 1;
  return `Costume ${variants}`;
};
const spriteDraft = {
  pokemon_id: 25,
  pokemon_name: 'Pikachu',
  imgur_url: 'https://i.imgur.com/pikachu.png',
};
const sprite = async () => ({ id: await makeSprite(server, 25, 'Pikachu', nextVariant()) });
/** Two items, as seen in the market. */
const spellings = async () => {
  const [from, into] = [nextVariant(), nextVariant()];
  for (const name of [from, into]) await makeSale(server, { name, by: submitter, status: 'approved' });
  return { from, into };
};
const approvalsOf = ({ user }: TestAccount) => ({ reviewer_id: user.user_id, since: '2026-01-01' });
const suspensionOf = ({ user }: TestAccount) => ({
  id: user.user_id,
  reason: 'Approved faulty sales',
  return_since: '2026-01-01',
  reject_pending: true,
});
const approvalReturn = async (of?: TestAccount) => {
  const { user } = of ?? (await makeAccount(server, 'checker'));
  const asked = { reviewer_id: user.user_id, since: '2026-01-01' };
  const { run_id } = await server.services().reviewerAudit.start(asked);
  return { run_id };
};
const inboxEntry = async ({ user }: TestAccount) => {
  const [entry] = await server.sql<{ entry_id: number }>(
    `insert into inbox_entry (user_id, kind, key, data, created)
     values (?, 'submission_approved', ?, '{"name": "Master Ball"}', now()) returning entry_id::int`,
    [user.user_id, nextVariant()],
  );
  return { entries: [entry?.entry_id] };
};
const session = async ({ user }: TestAccount) => {
  await openSession(server, user);
  const [row] = await server.sql<{ id: string }>(
    'select id from session where user_id = ? order by created desc limit 1',
    [user.user_id],
  );
  return { id: row?.id };
};

/** Connects a webhook for the account of the caller; the call needs no other input. */
const connected = async (caller: Caller) => {
  await server.services(own(caller).actor).notices.setWebhook(WEBHOOK);
  return {};
};

/** A log line, attributed to an account or to nobody. */
const logLine = async (by?: string) => {
  server.log.logger.info({ by }, 'a line for the log');
  await server.logs.flush();
  const [line] = await server.services().logs.newest({ category: 'general', user: by }, 1);
  if (!line) throw new Error('No line was logged');
  return line;
};

/** A follow, without those that the account had: there is a limit. */
const follow = async (by: TestAccount) => {
  await server.sql('delete from follow where user_id = ?', [by.user.user_id]);
  return { id: (await makeFollow(server, by)).follow_id };
};

/** The right code for turning the caller's second factor on, or off. */
const factorCode = async (caller: Caller, enabled: boolean) => {
  const mayAsk = caller === 'user' || caller === 'checker' || caller === 'admin';
  return { token: mayAsk ? await switchingCode(server, accounts[caller], enabled) : '000000' };
};

/** The caller, or somebody else if the caller is suspended and can no longer add a passkey. */
const ownerFor = (caller: Caller) => (caller === 'suspended' ? submitter : own(caller));

async function onlyPasskeyOf(account: TestAccount) {
  await server.sql('delete from passkey where user_id = ?', [account.user.user_id]);
  return addPasskey(server, account);
}

/** Calls a procedure that answers callers without the right with an empty object. */
const orNothing = (input: Promise<unknown>) => input.catch(() => ({}));
const newCredential = (ctx: CallContext) =>
  orNothing(
    appRouter
      .createCaller(ctx)
      .passkeys.creationOptions({})
      .then((options) => ({ credential: new TestAuthenticator().create(options) })),
  );
const confirmation = (ctx: CallContext, key: TestAuthenticator) =>
  orNothing(
    appRouter
      .createCaller(ctx)
      .passkeys.confirmOptions({})
      .then((options) => ({ credential: key.get(options) })),
  );

/** The input may be a function of the call's context. */
type Row = [Record<Caller, Verdict>, input: (caller: Caller) => unknown];
const inputFor = async (made: unknown, ctx: CallContext): Promise<unknown> =>
  typeof made === 'function' ? made(ctx) : made;

/** Every procedure, who may call it (docs/api.md, docs/product.md "Roles"), and a valid input for an allowed caller. */
const TABLE: Record<string, Row> = {
  'auth.register': [OPEN, newcomer],
  'auth.login': [OPEN, async () => ({ username: (await freshAccount()).username, password: PASSWORD })],
  'email.requestPasswordReset': [OPEN, () => ({ username: submitter.user.username })],
  'email.validateResetToken': [OPEN, () => ({ token: 'no such token' })],
  'email.resetPassword': [
    OPEN,
    async () => ({
      token: await askForReset(server, (await makeAccount(server)).user),
      newPassword: PASSWORD,
    }),
  ],
  'email.address': [USER, () => ({})],
  'email.resendConfirmation': [
    USER,
    async (caller) => {
      await unconfirm(server, own(caller));
      return {};
    },
  ],
  'email.changeAddress': [USER, () => ({ email: newcomer().email })],
  'email.validateAddressLink': [OPEN, () => ({ token: 'no such token' })],
  'email.useAddressLink': [
    OPEN,
    async () => ({ token: await askToConfirm(server, await makeAccount(server)) }),
  ],
  'auth.verify2fa': [SECOND_STEP, () => ({})],
  'auth.profile': [USER, () => ({})],
  'auth.confirm': [
    USER,
    async (caller) => {
      await factorCode(caller, false);
      return { password: PASSWORD };
    },
  ],
  'auth.logout': [USER, () => ({})],
  'account.data': [USER, () => ({ part: 'account' })],
  'account.delete': [
    USER,
    async (caller) => {
      if (caller === 'user' || caller === 'checker' || caller === 'admin') {
        accounts[caller] = await makeAccount(server, caller);
        deletedCaller = caller;
      }
      return { username: own(caller).user.username };
    },
  ],
  'auth.changePassword': [USER, () => ({ oldPassword: PASSWORD, newPassword: PASSWORD })],
  'twoFactor.status': [USER, () => ({})],
  'twoFactor.setup': [
    USER,
    async (caller) => {
      await factorCode(caller, false);
      return {};
    },
  ],
  'twoFactor.verify': [USER, (caller) => factorCode(caller, false)],
  'twoFactor.disable': [USER, (caller) => factorCode(caller, true)],
  'passkeys.list': [USER, () => ({})],
  'passkeys.creationOptions': [USER, () => ({})],
  'passkeys.add': [
    USER,
    async (caller) => {
      await factorCode(caller, false);
      return (ctx: CallContext) => newCredential(ctx);
    },
  ],
  'passkeys.rename': [FOREIGN, async () => ({ id: (await onlyPasskeyOf(submitter)).id, name: 'key' })],
  'passkeys.remove': [FOREIGN, async () => ({ id: (await onlyPasskeyOf(submitter)).id })],
  'passkeys.confirmOptions': [USER, () => ({})],
  'passkeys.confirm': [
    USER,
    async (caller) => {
      await factorCode(caller, false);
      const { key } = await onlyPasskeyOf(ownerFor(caller));
      return (ctx: CallContext) => confirmation(ctx, key);
    },
  ],
  'passkeys.signInOptions': [OPEN, () => ({})],
  'passkeys.signIn': [
    OPEN,
    async () => {
      const { user } = await makeAccount(server);
      const { key } = await addPasskey(server, { user });
      return { credential: key.get(await callerFor(server).passkeys.signInOptions({})) };
    },
  ],
  'sessions.list': [USER, () => ({})],
  'sessions.end': [FOREIGN, () => session(submitter)],
  'sessions.endOthers': [USER, () => ({})],
  'items.submit': [USER, () => itemSubmission()],
  'items.list': [PUBLIC, () => ({})],
  'items.autocomplete': [PUBLIC, () => ({ query: 'ball' })],
  'items.answer': [PUBLIC, () => ({ name: 'Master Ball' })],
  'items.priceHistory': [PUBLIC, () => ({ name: 'Master Ball' })],
  'items.setStatus': [CHECKER, async () => ({ ...(await sale('item')), status: 'approved' })],
  'items.edit': [CHECKER, async () => ({ ...(await sale('item')), price: 7 })],
  'pokemon.submit': [USER, () => pokemonSubmission()],
  'pokemon.list': [PUBLIC, () => ({})],
  'pokemon.autocomplete': [PUBLIC, () => ({ query: 'chu' })],
  'pokemon.answer': [PUBLIC, () => ({ name: 'Garchomp' })],
  'pokemon.priceHistory': [PUBLIC, () => ({ name: 'Garchomp' })],
  'pokemon.setStatus': [CHECKER, async () => ({ ...(await sale('pokemon')), status: 'rejected' })],
  'pokemon.edit': [CHECKER, async () => ({ ...(await sale('pokemon')), price: 7 })],
  'pokemon.sprite': [PUBLIC, () => ({ pokemon_id: 445, form: 'Normal' })],
  'abilities.list': [PUBLIC, () => ({})],
  'catalogue.identify': [PUBLIC, () => ({ pokemon: [{ names: ['Rotom-Wash'] }] })],
  'catalogue.speciesOptions': [PUBLIC, () => ({ pokemon_name: 'Garchomp' })],
  'market.answer': [PUBLIC, () => ({ kind: 'pokemon', name: 'Garchomp' })],
  'market.chart': [PUBLIC, () => ({ kind: 'pokemon', name: 'Garchomp' })],
  'market.similarToSale': [PUBLIC, async () => ({ sale_id: (await decided('pokemon')).id })],
  'market.live': [PUBLIC, () => ({ kind: 'pokemon' })],
  'market.name': [PUBLIC, () => ({ kind: 'pokemon', slug: 'garchomp' })],
  'market.overview': [PUBLIC, () => ({})],
  'market.sale': [PUBLIC, () => decided('item')],
  'market.search': [PUBLIC, () => ({ text: 'adamant garchomp' })],
  'market.similar': [PUBLIC, () => ({ kind: 'pokemon', name: 'Garchomp' })],
  'market.traitPairs': [PUBLIC, () => ({ name: 'Garchomp', trait: 'nature', value: 'Jolly' })],
  'market.traitWorth': [PUBLIC, () => ({ name: 'Garchomp' })],
  'market.priceCheck': [PUBLIC, () => ({ kind: 'item', name: 'Master Ball', price: 7 })],
  'reviews.list': [CHECKER, () => ({ scope: 'pending' })],
  'reviews.counts': [CHECKER, () => ({})],
  'reviews.detail': [CHECKER, () => sale('item')],
  'reviews.live': [CHECKER, () => ({})],
  'inbox.live': [USER, () => ({})],
  'submissions.live': [USER, () => ({})],
  'reviews.decideMany': [
    CHECKER,
    async () => ({ sales: [await sale('item'), await sale('pokemon')], status: 'approved' }),
  ],
  'reviews.undo': [CHECKER, async () => ({ sales: [await sale('item')] })],
  'reviews.return': [ADMIN, () => decided('item')],
  'reviews.restore': [ADMIN, () => deleted('pokemon')],
  'reviewerAudit.reviewers': [ADMIN, () => ({})],
  'reviewerAudit.preview': [ADMIN, () => approvalsOf(submitter)],
  'reviewerAudit.start': [ADMIN, () => approvalsOf(submitter)],
  'reviewerAudit.runs': [ADMIN, () => ({})],
  'reviewerAudit.run': [ADMIN, () => approvalReturn()],
  'inbox.list': [USER, () => ({})],
  'inbox.count': [USER, () => ({})],
  'inbox.markRead': [USER, () => inboxEntry(submitter)],
  'inbox.markAllRead': [USER, () => ({})],
  'notices.settings': [USER, () => ({})],
  'notices.save': [USER, () => ({ returned: { inbox: false, email: false } })],
  'notices.setWebhook': [USER, () => ({ url: WEBHOOK })],
  'notices.testWebhook': [USER, (caller) => connected(caller)],
  'notices.removeWebhook': [USER, (caller) => connected(caller)],
  'notices.resume': [USER, () => ({ channel: 'email' })],
  'submissions.list': [USER, () => ({})],
  'submissions.counts': [USER, () => ({})],
  'submissions.skipsReview': [USER, () => ({})],
  'submissions.same': [USER, () => ({ kind: 'item', name: 'Master Ball', price: 7 })],
  'submissions.history': [USER, () => ({})],
  'submissions.byId': [FOREIGN, () => sale('item')],
  'submissions.withdraw': [FOREIGN, () => sale('pokemon')],
  'follows.list': [USER, () => ({})],
  'follows.byId': [FOREIGN, () => follow(submitter)],
  'follows.create': [USER, () => newSearch()],
  'follows.update': [FOREIGN, async () => ({ ...(await follow(submitter)), paused: true })],
  'follows.remove': [FOREIGN, () => follow(submitter)],
  'follows.feed': [USER, () => ({})],
  'follows.renewFeed': [USER, () => ({})],
  'reports.create': [USER, async () => ({ sale_id: (await decided('item')).id, reason: 'dead_proof' })],
  'reports.mine': [USER, () => ({})],
  'reports.decide': [CHECKER, () => reported()],
  'legal.notice': [PUBLIC, () => ({})],
  'admin.stats': [ADMIN, () => ({})],
  'admin.activity': [ADMIN, () => ({})],
  'admin.health': [ADMIN, () => ({})],
  'admin.users': [ADMIN, () => ({})],
  'admin.user': [ADMIN, () => ({ id: submitter.user.user_id })],
  'admin.items': [ADMIN, () => ({})],
  'admin.pokemon': [ADMIN, () => ({})],
  'admin.sprites': [ADMIN, () => ({})],
  'admin.spriteForm': [ADMIN, () => sprite()],
  'admin.createSprite': [ADMIN, () => ({ ...spriteDraft, variant: nextVariant() })],
  'admin.editSprite': [ADMIN, async () => ({ ...(await sprite()), variant: nextVariant() })],
  'admin.deleteSprite': [ADMIN, () => sprite()],
  'admin.mergePreview': [ADMIN, () => spellings()],
  'admin.mergeItems': [ADMIN, () => spellings()],
  'admin.duplicates': [ADMIN, () => ({})],
  'admin.scanDuplicates': [ADMIN, () => ({})],
  'admin.scan': [ADMIN, () => ({})],
  'admin.duplicateGroups': [ADMIN, () => ({ kind: 'item' })],
  'admin.deleteDuplicate': [ADMIN, () => duplicate('item')],
  'admin.mergeDuplicates': [ADMIN, () => duplicatePair()],
  'admin.dismissDuplicates': [
    ADMIN,
    async () => {
      const { keep, remove } = await duplicatePair();
      return { sale_ids: [keep, ...remove] };
    },
  ],
  'admin.editItem': [ADMIN, async () => ({ ...(await decided('item')), date_sold: '2025-01-01' })],
  'admin.editPokemon': [ADMIN, async () => ({ ...(await decided('pokemon')), status: 'rejected' })],
  'admin.deleteItem': [ADMIN, () => sale('item')],
  'admin.deletePokemon': [ADMIN, () => decided('pokemon')],
  'logs.files': [ADMIN, () => ({})],
  'logs.content': [ADMIN, async () => ({ file: `general-${(await logLine()).timestamp.slice(0, 10)}.log` })],
  'logs.category': [ADMIN, () => ({ category: 'api' })],
  'logs.counts': [ADMIN, () => ({})],
  'logs.context': [ADMIN, async () => ({ id: (await logLine()).id })],
  'admin.settings': [ADMIN, () => ({})],
  'admin.setSetting': [ADMIN, () => ({ key: 'catalogue_generation', value: '5' })],
  'admin.saveSettings': [ADMIN, () => ({ catalogue_generation: '5' })],
  'admin.setRole': [ADMIN, () => ({ id: submitter.user.user_id, role: 'user' })],
  'admin.setAccountStatus': [ADMIN, () => ({ id: submitter.user.user_id, account_status: 'Active' })],
  'admin.suspend': [ADMIN, async () => suspensionOf(await makeAccount(server))],
};

const own = (caller: Caller): TestAccount => (caller === 'anonymous' ? submitter : accounts[caller]);

/** The same for the caller's own sale, session or account, where the table above uses another account's. */
const OWN: Record<string, Row> = {
  'items.setStatus': [
    OWN_SALE,
    async (caller) => ({ ...(await sale('item', own(caller))), status: 'approved' }),
  ],
  'items.edit': [OWN_SALE, async (caller) => ({ ...(await sale('item', own(caller))), price: 7 })],
  'pokemon.setStatus': [
    OWN_SALE,
    async (caller) => ({ ...(await sale('pokemon', own(caller))), status: 'approved' }),
  ],
  'pokemon.edit': [OWN_SALE, async (caller) => ({ ...(await sale('pokemon', own(caller))), price: 7 })],
  'reviews.detail': [OWN_SALE, (caller) => sale('pokemon', own(caller))],
  'reviews.return': [ADMIN, (caller) => decided('item', own(caller))],
  'reviews.restore': [ADMIN, (caller) => deleted('item', own(caller))],
  'reviews.decideMany': [
    CHECKER,
    async (caller) => ({ sales: [await sale('item', own(caller))], status: 'approved' }),
  ],
  'reviews.undo': [CHECKER, async (caller) => ({ sales: [await sale('item', own(caller))] })],
  'reports.create': [
    USER,
    async (caller) => ({ sale_id: (await decided('item', own(caller))).id, reason: 'dead_proof' }),
  ],
  'reports.mine': [USER, async (caller) => ({ sale_id: (await decided('item', own(caller))).id })],
  'reports.decide': [OWN_SALE, (caller) => reported(own(caller))],
  'market.sale': [PUBLIC, (caller) => decided('pokemon', own(caller))],
  'market.similarToSale': [
    PUBLIC,
    async (caller) => ({ sale_id: (await decided('pokemon', own(caller))).id }),
  ],
  'inbox.markRead': [USER, (caller) => inboxEntry(own(caller))],
  'admin.editItem': [ADMIN, async (caller) => ({ ...(await sale('item', own(caller))), price: 7 })],
  'admin.editPokemon': [ADMIN, async (caller) => ({ ...(await sale('pokemon', own(caller))), price: 7 })],
  'admin.deleteItem': [ADMIN, (caller) => sale('item', own(caller))],
  'admin.deletePokemon': [ADMIN, (caller) => sale('pokemon', own(caller))],
  'logs.context': [ADMIN, async (caller) => ({ id: (await logLine(own(caller).user.username)).id })],
  'admin.deleteDuplicate': [ADMIN, (caller) => duplicate('pokemon', own(caller))],
  'admin.mergeDuplicates': [ADMIN, (caller) => duplicatePair(own(caller))],
  'admin.dismissDuplicates': [
    ADMIN,
    async (caller) => {
      const { keep, remove } = await duplicatePair(own(caller));
      return { sale_ids: [keep, ...remove] };
    },
  ],
  'reviewerAudit.preview': [ADMIN, (caller) => approvalsOf(own(caller))],
  // For a visitor, `own` is the submitter, whose return is still unfinished: another account is needed.
  'reviewerAudit.run': [ADMIN, (caller) => approvalReturn(caller === 'anonymous' ? undefined : own(caller))],
  'reviewerAudit.start': [OWN_ACCOUNT, (caller) => approvalsOf(own(caller))],
  'sessions.end': [USER, (caller) => session(own(caller))],
  'passkeys.rename': [
    USER,
    async (caller) => ({ id: (await onlyPasskeyOf(ownerFor(caller))).id, name: 'key' }),
  ],
  'passkeys.remove': [USER, async (caller) => ({ id: (await onlyPasskeyOf(ownerFor(caller))).id })],
  'submissions.byId': [USER, (caller) => sale('item', own(caller))],
  'submissions.withdraw': [USER, (caller) => sale('pokemon', own(caller))],
  'follows.byId': [USER, (caller) => follow(ownerFor(caller))],
  'follows.update': [USER, async (caller) => ({ ...(await follow(ownerFor(caller))), paused: true })],
  'follows.remove': [USER, (caller) => follow(ownerFor(caller))],
  'admin.user': [ADMIN, (caller) => ({ id: own(caller).user.user_id })],
  // Sprites have no owner; listed here for their ids.
  'admin.spriteForm': [ADMIN, () => sprite()],
  'admin.editSprite': [ADMIN, async () => ({ ...(await sprite()), variant: nextVariant() })],
  'admin.deleteSprite': [ADMIN, () => sprite()],
  'admin.setRole': [OWN_ACCOUNT, (caller) => ({ id: own(caller).user.user_id, role: 'admin' })],
  'admin.suspend': [OWN_ACCOUNT, (caller) => suspensionOf(own(caller))],
  'admin.setAccountStatus': [
    OWN_ACCOUNT,
    (caller) => ({ id: own(caller).user.user_id, account_status: 'Suspended' }),
  ],
};

const procedures = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { type: 'query' | 'mutation' | 'subscription'; inputs: z.ZodObject[]; meta?: ProcedureMeta } }
>;
/** The fields of inputs that name rows, except those of the catalogue and of Discord, which no account owns. */
const ROWS = /^(?!pokemon_|discord_)(.*_)?ids?$|^(entries|sales|keep|remove)$/;
const takesId = (path: string) =>
  procedures[path]?._def.inputs.some(({ shape = {} }) =>
    Object.keys(shape).some((field) => ROWS.test(field)),
  );

const submitter = testAccount(server);
let factor: Enrolled;
const discord = fixture(startDiscord, 'stop');
/** The account of this caller is deleted by the test. */
let deletedCaller: 'user' | 'checker' | 'admin' | undefined;
/** A connection of another process. */
const other = fixture(() => connect(server.database.url), 'end');
const accounts: Record<Exclude<Caller, 'anonymous'>, TestAccount> = {
  user: testAccount(server),
  checker: testAccount(server, 'checker'),
  admin: testAccount(server, 'admin'),
  suspended: testAccount(server, 'admin'),
  pending: testAccount(server, 'admin'),
};

beforeAll(async () => {
  factor = await enrol(server, accounts.pending.token);
  await suspend(server, accounts.suspended);
  await makeSprite(server, 445, 'Garchomp');
  vi.stubGlobal('fetch', reroutedFetch(discord.url));
});

afterEach(async () => {
  if (deletedCaller) accounts[deletedCaller] = await makeAccount(server, deletedCaller);
  deletedCaller = undefined;
});
afterAll(() => {
  vi.unstubAllGlobals();
});

async function contextOf(caller: Caller): Promise<CallContext> {
  if (caller === 'anonymous') return contextFor(server);
  // A new sign-in for every call, since some calls end it.
  if (caller !== 'pending') return contextFor(server, await openSession(server, accounts[caller].user));
  nextCodes(server, 1);
  // What a transport reads from `Authorization: Pending …`: a session token that does not exist.
  return {
    ...contextFor(server, 'pending'),
    pendingToken: await pendingToken(server, accounts.pending.user.username),
    code: await codeNow(server, factor.secret),
  };
}

async function verdictOf(path: string, ctx: CallContext, input: unknown): Promise<string> {
  const type = procedures[path]?._def.type ?? 'query';
  try {
    await callTRPCProcedure({
      router: appRouter,
      path,
      type,
      ctx,
      getRawInput: async () => input,
      signal: undefined,
      batchIndex: 0,
    });
    return 'OK';
  } catch (error) {
    return error instanceof TRPCError ? error.code : String(error);
  }
}

it('has a row for every procedure', () => {
  expect(Object.keys(TABLE).toSorted()).toEqual(Object.keys(procedures).toSorted());
});

it('has an own-data row for every procedure with an id', () => {
  expect(Object.keys(OWN).toSorted()).toEqual(Object.keys(procedures).filter(takesId).toSorted());
});

describe.each([
  ...Object.entries(TABLE),
  ...Object.entries(OWN).map(([path, row]): [string, Row, string] => [path, row, ', own']),
])('%s', (path, [expected, input], which = '') => {
  it.each(CALLERS)(`by %s${which}`, async (caller) => {
    const made = await input(caller);
    const ctx = await contextOf(caller);
    expect(await verdictOf(path, ctx, await inputFor(made, ctx))).toBe(expected[caller]);
  });
});

it.each(['items.submit', 'items.edit', 'admin.setSetting'])(
  'asks a visitor of %s to sign in before it validates the input',
  async (path) => expect(await verdictOf(path, contextFor(server), { nonsense: true })).toBe('UNAUTHORIZED'),
);

/**
 * Changes the account of a call after the call was admitted and before its first transaction continues.
 *
 * @param change a statement with the account's id as its parameter
 */
async function overtake(account: TestAccount, change: string, call: () => Promise<string>): Promise<string> {
  await other.query('begin');
  await other.query('select pg_advisory_xact_lock($1, $2)', [ADVISORY_LOCKS.account, account.user.user_id]);
  await other.query(change, [account.user.user_id]);
  const verdict = call();
  try {
    await Promise.race([lockAwaited(server), verdict]);
  } finally {
    await other.query('commit');
  }
  return verdict;
}

const SUSPEND = `update account set account_status = 'Suspended' where user_id = $1`;
const DEMOTE = `update account set role = 'checker' where user_id = $1`;
const END_GRACE = `update account set staff_since = 'epoch' where user_id = $1`;
const AGE = `update session set confirmed_at = 'epoch' where user_id = $1`;

const eventsBy = async ({ user }: TestAccount) => {
  const [row] = await server.sql<{ events: number }>(
    `select (select count(*) from audit_event where actor_id = ?)::int
          + (select count(*) from sale_event where actor_id = ?)::int as events`,
    [user.user_id, user.user_id],
  );
  return row?.events;
};

/** Changes by signed-in callers. Completing a sign-in with a code has no session yet. */
const CHANGES = Object.entries(TABLE)
  .filter(([path, [expected]]) => expected.anonymous === 'UNAUTHORIZED' && path !== 'auth.verify2fa')
  .filter(([path]) => procedures[path]?._def.type === 'mutation')
  .map(([path, [expected, input]]) => {
    const owner = expected === FOREIGN ? OWN[path]?.[1] : input;
    const caller = (['user', 'checker', 'admin'] as const).find((role) => expected[role] === 'OK') ?? 'user';
    return [path, caller, owner ?? input] as const;
  });

describe('an account that is suspended after a call was admitted, and before it changes anything', () => {
  it.each(CHANGES)('%s by %s', async (path, caller, input) => {
    const made = await input(caller);
    const account = accounts[caller];
    const ctx = await contextOf(caller);
    const sent = await inputFor(made, ctx);
    const before = await eventsBy(account);
    const verdict = await overtake(account, SUSPEND, () => verdictOf(path, ctx, sent));
    await server.sql(`update account set account_status = 'Active' where user_id = ?`, [
      account.user.user_id,
    ]);
    expect({ verdict, events: await eventsBy(account) }).toEqual({ verdict: 'UNAUTHORIZED', events: before });
  });
});

it('refuses a change by an admin whose time without a second factor ends meanwhile', async () => {
  const admin = await makeAccount(server, 'admin');
  const ctx = contextFor(server, admin.token);
  const promotion = { id: submitter.user.user_id, role: 'checker' };
  await server.services().settings.set('require_staff_two_factor', 'true');
  await server.sql(`update setting set updated_at = 'epoch' where key = 'require_staff_two_factor'`);
  const verdict = await overtake(admin, END_GRACE, () => verdictOf('admin.setRole', ctx, promotion));
  await server.services().settings.set('require_staff_two_factor', 'false');
  expect({ verdict, events: await eventsBy(admin) }).toEqual({ verdict: 'FORBIDDEN', events: 0 });
});

it('refuses a change by an admin who is demoted meanwhile', async () => {
  const admin = await makeAccount(server, 'admin');
  const ctx = contextFor(server, admin.token);
  const promotion = { id: submitter.user.user_id, role: 'checker' };
  const verdict = await overtake(admin, DEMOTE, () => verdictOf('admin.setRole', ctx, promotion));
  expect({ verdict, events: await eventsBy(admin) }).toEqual({ verdict: 'FORBIDDEN', events: 0 });
});

/** The changes that need a sign-in or a confirmation a few minutes ago (docs/security.md). */
const CONFIRMED = [
  'account.data',
  'account.delete',
  'admin.saveSettings',
  'admin.setAccountStatus',
  'admin.setRole',
  'admin.setSetting',
  'admin.suspend',
  'auth.changePassword',
  'email.changeAddress',
  'passkeys.add',
  'passkeys.creationOptions',
  'passkeys.remove',
  'reviewerAudit.start',
  'sessions.end',
  'sessions.endOthers',
  'twoFactor.disable',
  'twoFactor.setup',
  'twoFactor.verify',
];

it('declares which changes need a recent confirmation', () => {
  const declared = Object.keys(procedures).filter((path) => procedures[path]?._def.meta?.needsConfirmation);
  expect(declared.toSorted()).toEqual(CONFIRMED);
});

describe('a session that was last confirmed too long ago', () => {
  it.each(CHANGES)('%s by %s', async (path, caller, input) => {
    const made = await input(caller);
    const ctx = await contextOf(caller);
    const sent = await inputFor(made, ctx);
    const long = new Date(server.clock.now().getTime() - LIMITS.confirmationMinutes * 60_000);
    await server.sql('update session set confirmed_at = ? where token_hash = ?', [
      long,
      sha256(ctx.token ?? ''),
    ]);
    const before = await eventsBy(accounts[caller]);
    const verdict = await verdictOf(path, ctx, sent);
    if (!CONFIRMED.includes(path)) return expect(verdict).toBe('OK');
    expect({ verdict, events: await eventsBy(accounts[caller]) }).toEqual({
      verdict: 'PRECONDITION_REQUIRED',
      events: before,
    });
  });

  it.each(CHANGES.filter(([path]) => CONFIRMED.includes(path)))(
    '%s by %s, when the time runs out after the call was admitted',
    async (path, caller, input) => {
      const made = await input(caller);
      const ctx = await contextOf(caller);
      const sent = await inputFor(made, ctx);
      const verdict = await overtake(accounts[caller], AGE, () => verdictOf(path, ctx, sent));
      expect(verdict).toBe('PRECONDITION_REQUIRED');
    },
  );
});
