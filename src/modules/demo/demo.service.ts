import { ROLES, type Role } from '../../contract/accounts/roles.ts';
import { todayUtc } from '../../contract/shared/dates.ts';
import { randomToken } from '../../lib/crypto.ts';
import { DomainError } from '../../lib/errors.ts';
import type { AccountsService } from '../accounts/accounts.service.ts';
import type { Actor } from '../actor.ts';
import type { CatalogueSource } from '../catalogue/catalogue.source.ts';
import { Item } from '../catalogue/item.entity.ts';
import type { SaleBulkService } from '../sales/sale-bulk.service.ts';
import type { RequestScope } from '../scope.ts';
import { type GeneratedSale, generateSales } from './sale-generator.ts';

export interface DemoAccount {
  username: string;
  role: Role;
  password: string;
}

interface StoredAccount extends DemoAccount {
  user_id: number;
}

export interface DemoReport {
  sales: number;
  seed: number;
  /** Planted near-duplicates and tenfold typos among the sales. */
  duplicates: number;
  typos: number;
  /** One of each role, with the only copy of its password. */
  accounts: DemoAccount[];
}

export interface DemoOptions {
  /** How many sales; 5,000 by default. */
  sales?: number | undefined;
  /** The same seed makes the same sales on the same day. */
  seed?: number | undefined;
}

export const DEMO_SALES = 5_000;
const DEMO_SEED = 1;
const BATCH = 500;
const PASSWORD_LENGTH = 16;
const DEMO: Actor = { type: 'system', name: 'demo data' };

/** Who submitted the generated sales; nobody knows their passwords. */
const TRADERS = [
  'alder',
  'brock',
  'bugsy',
  'cilan',
  'erika',
  'flannery',
  'janine',
  'jasmine',
  'maylene',
  'roark',
  'skyla',
  'winona',
].map((name) => `demo_${name}`);

/**
 * The sales that a new database is filled with, in the order of their submission, as their ids are. The same number,
 * seed and day give the same sales.
 */
export async function demoSales(
  { em, catalogueSource, clock }: Pick<Deps, 'em' | 'catalogueSource' | 'clock'>,
  count: number,
  seed: number = DEMO_SEED,
): Promise<GeneratedSale[]> {
  const items = await em.find(Item, {
    source: 'catalogue',
    generation: { $lte: 5 },
    category: { $ne: 'key' },
  });
  const generated = generateSales(count, {
    seed,
    today: todayUtc(clock.now()),
    submitters: TRADERS.length,
    species: catalogueSource.species,
    items: items
      .map(({ name, category }) => ({ name, category: category ?? null }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en')),
  });
  return [...generated].sort((a, b) => a.submittedAt.getTime() - b.submittedAt.getTime());
}

const actorOf = ({ user_id, username, role }: StoredAccount): Actor => ({
  type: 'account',
  user_id,
  username,
  role,
  sessionHash: '',
});

interface Deps extends RequestScope {
  catalogueSource: CatalogueSource;
  accounts: AccountsService;
  saleBulk: SaleBulkService;
}

/** Fills a new database with generated sales, for trying the site out. */
export class DemoService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Whether there are sales already, deleted ones too: demo data goes into a new database only. */
  async hasSales(): Promise<boolean> {
    const [row] = await this.#deps.em.execute<{ found: boolean }[]>(
      'select exists (select from sale) as found',
    );
    return row?.found ?? false;
  }

  /**
   * Makes one account of each role with a random password, accounts of traders, and their sales; all of it or
   * nothing.
   *
   * @param onProgress told how many sales are stored
   * @throws DomainError conflict when the database has sales already, or one of the accounts.
   */
  async fill(
    { sales = DEMO_SALES, seed = DEMO_SEED }: DemoOptions = {},
    onProgress: (stored: number) => void = () => undefined,
  ): Promise<DemoReport> {
    return this.#deps.em.transactional(async () => {
      if (await this.hasSales())
        throw new DomainError(
          'conflict',
          'NOT_EMPTY',
          'The database has sales already. Demo data goes into a new database only.',
        );
      const accounts: StoredAccount[] = [];
      for (const role of ROLES) accounts.push(await this.#account(`demo_${role}`, role));
      const traders: StoredAccount[] = [];
      for (const name of TRADERS) traders.push(await this.#account(name, 'user'));
      const generated = await demoSales(this.#deps, sales, seed);
      await this.#store(generated, traders, accounts, onProgress);

      const planted = (fault: string) => generated.filter((sale) => sale.planted?.fault === fault).length;
      const report = { sales, seed, duplicates: planted('duplicate'), typos: planted('typo') };
      this.#deps.logger.info(report, 'filled with generated sales: none of them ever happened');
      return { ...report, accounts: accounts.map(({ user_id: _, ...account }) => account) };
    });
  }

  async #account(username: string, role: Role): Promise<StoredAccount> {
    const password = randomToken().slice(0, PASSWORD_LENGTH);
    const email = `${username}@demo.example`;
    const { user_id } = await this.#deps.accounts.create({ username, email, password, role });
    return { user_id, username, role, password };
  }

  async #store(
    generated: readonly GeneratedSale[],
    traders: readonly StoredAccount[],
    accounts: readonly StoredAccount[],
    onProgress: (stored: number) => void,
  ): Promise<void> {
    const checker = accounts.find(({ role }) => role === 'checker');
    const decider: Actor | null = checker ? actorOf(checker) : null;
    for (let from = 0; from < generated.length; from += BATCH) {
      const batch = generated.slice(from, from + BATCH);
      const outcomes = await this.#deps.saleBulk.add(
        batch.map(({ draft, status, submitter, submittedAt, decidedAt, reviewNotes }) => ({
          draft,
          status,
          submittedBy: traders[submitter]?.user_id ?? null,
          dateSubmitted: submittedAt,
          decidedBy: decider,
          ...(decidedAt && { decidedAt }),
          reviewNotes,
        })),
        { by: DEMO },
      );
      const refused = outcomes.find((one) => one.outcome === 'refused');
      if (refused) throw new Error(`A generated sale was refused: ${JSON.stringify(refused)}`);
      onProgress(from + batch.length);
    }
  }
}

/** The accounts of a filled database, for the person who asked for it. */
export function describeDemo({ sales, accounts }: DemoReport): string {
  const lines = accounts.map(
    ({ role, username, password }) => `  ${role.padEnd(8)} ${username.padEnd(13)} ${password}`,
  );
  return [
    `${sales.toLocaleString('en-US')} generated sales: none of them ever happened.`,
    'Accounts to try, shown this once (role, username, password):',
    ...lines,
  ].join('\n');
}
