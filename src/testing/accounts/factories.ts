import type { User } from '../../contract/accounts/account.ts';
import type { Role } from '../../contract/accounts/roles.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import { zItemSubmission, zPokemonSubmission } from '../../contract/sale/sale.ts';
import type { SaleStatus } from '../../contract/sale/statuses.ts';
import { daysBefore, todayUtc } from '../../contract/shared/dates.ts';
import { sha256 } from '../../lib/crypto.ts';
import type { Actor } from '../../modules/actor.ts';
import { Account } from '../../modules/identity/account.entity.ts';
import { itemDraft, pokemonDraft } from '../../modules/sales/drafts.ts';
import type { TestServer } from '../run/server.ts';

export const PASSWORD = 'a password for tests';

let counter = 0;
const unique = () => (counter += 1);

export interface TestAccount {
  user: User;
  token: string;
  actor: Actor;
}

/** An account with a session; its password is `PASSWORD`. */
export async function makeAccount(
  server: TestServer,
  role: Role = 'user',
  username?: string,
): Promise<TestAccount> {
  const name = username ?? `${role}_${unique()}`;
  const { accounts, sessions } = server.services();
  const user = await accounts.create({
    username: name,
    email: `${name}@example.org`,
    password: PASSWORD,
    role,
  });
  const token = await openSession(server, user);
  return { user, token, actor: await sessions.resolve(token) };
}

/** Opens another session of an account; returns its token. */
export async function openSession(server: TestServer, { user_id }: Pick<User, 'user_id'>): Promise<string> {
  const { sessions, scope } = server.services();
  return sessions.open(await scope.em.findOneOrFail(Account, { userId: user_id }));
}

/** Confirms the identity of a session's owner at the test clock's time. */
export const confirmSession = (server: TestServer, { token }: Pick<TestAccount, 'token'>) =>
  server.sql('update session set confirmed_at = ? where token_hash = ?', [server.clock.now(), sha256(token)]);

/** Deletes all sales, for a test that counts those of the whole market. */
export const deleteSales = (server: TestServer) =>
  server.sql('update sale set deleted_at = now(), version = version + 1 where deleted_at is null');

/** A picture of a pokemon's variant; returns its id. */
export async function makeSprite(
  server: TestServer,
  pokemonId: number,
  pokemonName: string,
  variant = 'Normal',
): Promise<number> {
  const link = `https://i.imgur.com/${pokemonId}-${encodeURIComponent(variant)}.jpg`;
  const [row] = await server.sql<{ id: number }>(
    'insert into sprite (pokemon_id, pokemon_name, variant, imgur_url) values (?, ?, ?, ?) returning id',
    [pokemonId, pokemonName, variant, link],
  );
  return row?.id ?? 0;
}

/** Suspends an account like an admin. */
export async function suspend(server: TestServer, { user }: TestAccount): Promise<void> {
  await server.sql(`update account set account_status = 'Suspended' where user_id = ?`, [user.user_id]);
}

/** A body for POST /items/submit. */
export const itemSubmission = (overrides: Record<string, unknown> = {}) => ({
  item_name: 'Master Ball',
  price: 500_000,
  date_sold: daysBefore(todayUtc(), 3),
  proof_url: 'https://forum.example/thread/1',
  ...overrides,
});

/** A body for POST /pokemon/submit: an Adamant Garchomp with five perfect IVs. */
export const pokemonSubmission = (overrides: Record<string, unknown> = {}) => ({
  pokemon_name: 'Garchomp',
  price: 1_500_000,
  date_sold: daysBefore(todayUtc(), 3),
  proof_url: 'https://forum.example/thread/2',
  nature: 'Adamant',
  ability: 'Rough Skin',
  form: 'Normal',
  iv_hp: 31,
  iv_attack: 31,
  iv_defense: 31,
  iv_sp_attack: 4,
  iv_sp_defense: 31,
  iv_speed: 31,
  ...overrides,
});

export interface StoredSale {
  kind?: SaleKind;
  name?: string;
  price?: number;
  date_sold?: string;
  proof_url?: string | null;
  status?: SaleStatus;
  /** The submitter; a new account by default. */
  by?: TestAccount;
  traits?: Record<string, unknown>;
}

/**
 * Creates a sale through the production services; a separate checker decides it unless it stays pending.
 */
export async function makeSale(server: TestServer, sale: StoredSale = {}): Promise<number> {
  const { kind = 'item', name, price, proof_url, status = 'pending', traits } = sale;
  const date_sold = sale.date_sold ?? server.daysAgo(3);
  const by = sale.by ?? (await makeAccount(server));
  const given = Object.fromEntries(
    Object.entries({ price, date_sold, proof_url }).filter(([, value]) => value !== undefined),
  );
  const draft =
    kind === 'item'
      ? itemDraft(zItemSubmission.parse(itemSubmission({ ...given, ...(name && { item_name: name }) })))
      : pokemonDraft(
          zPokemonSubmission.parse(
            pokemonSubmission({ ...given, ...(name && { pokemon_name: name }), ...traits }),
          ),
        );
  const { sale_id } = await server.services(by.actor).sales.submit(draft, null);
  if (status !== 'pending') await server.services().sales.decide(kind, { id: sale_id, status });
  return sale_id;
}
