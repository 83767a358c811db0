import { ROLES, type Role } from '../../contract/accounts/roles.ts';
import { counted, plural } from '../../contract/shared/plural.ts';
import { ADVISORY_LOCKS } from '../../db/advisory-locks.ts';
import { domainErrorOf } from '../../db/constraints.ts';
import { query } from '../../db/query.ts';
import { withLongStatements } from '../../db/statement-limit.ts';
import { randomToken } from '../../lib/crypto.ts';
import { conflict } from '../../lib/errors.ts';
import type { AccountsService } from '../accounts/accounts.service.ts';
import type { AccountActor, Actor } from '../actor.ts';
import { Item } from '../catalogue/catalogue.entity.ts';
import type { CatalogueSource } from '../catalogue/catalogue.source.ts';
import type { DuplicateScanService } from '../duplicates/duplicate-scan.service.ts';
import { DEMO_KEY } from '../sales/sale.entity.ts';
import type { BulkSale, SaleBulkService } from '../sales/sale-bulk.service.ts';
import type { RequestScope } from '../scope.ts';
import { Service } from '../service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { DemoActivity, type ServicesFor } from './demo-activity.ts';
import { demoAddress } from './demo-address.ts';
import { type GeneratedSale, generateSales } from './sale-generator.ts';
import { REVIEWED } from './scenario.ts';

interface DemoAccount {
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
  /** Numbers of planted near-duplicates and of planted prices that are wrong by a factor of ten. */
  duplicates: number;
  typos: number;
  /** One account of each role, with the only copy of its password. */
  accounts: DemoAccount[];
}

export interface DemoOptions {
  /** Number of sales, including the few whose review is scripted; 5,000 by default. */
  sales?: number | undefined;
  /** The same seed gives the same sales at the same moment. */
  seed?: number | undefined;
  /** The end of the generated market; the current moment by default. */
  now?: Date;
}

export const DEMO_SALES = 5_000;
const DEMO_SEED = 1;
const BATCH = 500;
const PASSWORD_LENGTH = 16;
const DEMO: Actor = { type: 'system', name: 'demo data' };

/** The other submitters of the generated sales. Their passwords are random and not reported. */
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

/** `demo_user` submits less than three of the others and more than the rest. */
const SUBMITTERS = TRADERS.toSpliced(3, 0, 'demo_user');

/**
 * The sales for a new database, except those of the scenario, sorted by submission, so that ids ascend with time. The same
 * count, seed and moment give the same sales.
 */
export async function demoSales(
  { em, catalogueSource, clock }: Pick<Deps, 'em' | 'catalogueSource' | 'clock'>,
  { sales = DEMO_SALES, seed = DEMO_SEED, now = clock.now() }: DemoOptions,
): Promise<GeneratedSale[]> {
  const items = await em.find(Item, {
    source: 'catalogue',
    generation: { $lte: 5 },
    category: { $ne: 'key' },
  });
  const generated = generateSales(Math.max(1, sales - REVIEWED.length), {
    seed,
    now,
    submitters: SUBMITTERS.length,
    species: catalogueSource.species,
    items: items
      .map(({ name, category }) => ({ name, category: category ?? null }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en')),
  });
  return [...generated].sort((a, b) => a.submittedAt.getTime() - b.submittedAt.getTime());
}

const actorOf = ({ user_id, username, role }: StoredAccount): AccountActor => ({
  type: 'account',
  user_id,
  username,
  role,
  session: null,
});

interface Deps extends RequestScope {
  catalogueSource: CatalogueSource;
  accounts: AccountsService;
  saleBulk: SaleBulkService;
  duplicateScan: DuplicateScanService;
  settings: SettingsService;
  servicesFor: ServicesFor;
}

/** Fills a new database with generated sales, to try out the site. */
export class DemoService extends Service<Deps> {
  /**
   * Creates one account of each role with a random password, the traders' accounts, their sales, and what the accounts did
   * with them (`DemoActivity`), in one transaction. A second process waits, and then finds the sales of the first.
   *
   * @param onProgress called with the number of sales stored so far
   * @throws DomainError conflict NOT_EMPTY when the database already has sales, and TAKEN when it has one of the accounts.
   */
  async fill(
    { sales = DEMO_SALES, seed = DEMO_SEED, now = this.deps.clock.now() }: DemoOptions = {},
    onProgress: (stored: number) => void = () => undefined,
  ): Promise<DemoReport> {
    // Another process may hold the lock for longer than a statement may take.
    return withLongStatements(this.deps.em, async (em) => {
      await query(em)`select pg_advisory_xact_lock(${ADVISORY_LOCKS.demo})`;
      // Deleted ones count too.
      if ((await query(em)`select from sale limit 1`).length > 0)
        throw conflict(
          'NOT_EMPTY',
          'The database already has sales. Demo data can only be added to a new database.',
        );
      const accounts: StoredAccount[] = [];
      for (const role of ROLES) accounts.push(await this.#account(`demo_${role}`, role));
      // Its accounts are for trying out the site, and their passwords are printed.
      await this.deps.settings.set('require_staff_two_factor', 'false');
      const traders: StoredAccount[] = [];
      for (const name of TRADERS) traders.push(await this.#account(name, 'user'));
      const actors = new Map([...accounts, ...traders].map((one) => [one.username, actorOf(one)]));
      const generated = await demoSales(this.deps, { sales, seed, now });
      await this.#store(generated, actors, onProgress);
      // Otherwise each of the transactions below copies all items.
      this.deps.em.clear();
      const activity = new DemoActivity({
        em: this.deps.em,
        logger: this.deps.logger,
        servicesFor: (actor, at) => this.deps.servicesFor(actor, at),
        addSales: (more) => this.#add(more),
        now,
        generated,
        submitters: SUBMITTERS,
        accounts: actors,
      });
      await activity.add();
      // A job runs it once the site has started: without it, Duplicates would be empty until the night.
      await this.deps.duplicateScan.start();
      const total = generated.length + REVIEWED.length;
      onProgress(total);

      const planted = (kind: string) => generated.filter((sale) => sale.planted?.kind === kind).length;
      const report = { sales: total, seed, duplicates: planted('duplicate'), typos: planted('typo') };
      this.deps.logger.info(report, 'database filled with generated sales; they are not real');
      return { ...report, accounts: accounts.map(({ user_id: _, ...account }) => account) };
    });
  }

  async #account(username: string, role: Role): Promise<StoredAccount> {
    const password = randomToken().slice(0, PASSWORD_LENGTH);
    const email = demoAddress(username);
    try {
      const { user_id } = await this.deps.accounts.create({ username, email, password, role });
      return { user_id, username, role, password };
    } catch (error) {
      const taken = domainErrorOf(error);
      if (taken?.kind !== 'conflict') throw error;
      throw conflict(
        taken.code,
        `The account ${username} cannot be added, because its name or email address is taken: use a new database.`,
      );
    }
  }

  async #store(
    generated: readonly GeneratedSale[],
    accounts: ReadonlyMap<string, AccountActor>,
    onProgress: (stored: number) => void,
  ): Promise<void> {
    const decidedBy = accounts.get('demo_checker') ?? null;
    for (let from = 0; from < generated.length; from += BATCH) {
      const batch = generated.slice(from, from + BATCH);
      await this.#add(
        batch.map(({ draft, status, submitter, submittedAt, decidedAt, reviewNotes }, place) => ({
          draft,
          status,
          submittedBy: accounts.get(SUBMITTERS[submitter] ?? '')?.user_id ?? null,
          dateSubmitted: submittedAt,
          decidedBy,
          ...(decidedAt && { decidedAt }),
          reviewNotes,
          importKey: `${DEMO_KEY}${from + place}`,
        })),
      );
      onProgress(from + batch.length);
    }
  }

  async #add(sales: readonly BulkSale[]): Promise<void> {
    const outcomes = await this.deps.saleBulk.add(sales, { by: DEMO });
    const refused = outcomes.find((one) => one.outcome === 'refused');
    if (refused) throw new Error(`A generated sale was refused: ${JSON.stringify(refused)}`);
  }
}

/** The summary to print after filling a database, with the accounts and their passwords. */
export function describeDemo({ sales, accounts }: DemoReport): string {
  const lines = accounts.map(
    ({ role, username, password }) => `  ${role.padEnd(8)} ${username.padEnd(13)} ${password}`,
  );
  return [
    `${counted(sales, 'generated sale')} ${plural(sales, 'was', 'were')} added. They are not real.`,
    'Accounts to log in with (role, username, password). The passwords are not shown again:',
    ...lines,
  ].join('\n');
}
