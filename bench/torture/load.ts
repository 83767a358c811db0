import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Decision } from '../../src/contract/sale/statuses.ts';
import { Random } from '../../src/modules/demo/random.ts';
import { itemSubmission } from '../../src/testing/accounts/factories.ts';
import type { Call, RetryingClient } from './client.ts';
import { checkFresh } from './fresh-reads.ts';
import type { Ledger, LedgerSale } from './ledger.ts';

export interface LoadAccount {
  username: string;
  token: string;
}

export interface LoadAccounts {
  submitters: LoadAccount[];
  checkers: LoadAccount[];
  /** Mail addresses of accounts that each request one password reset. */
  resetEmails: string[];
}

export interface LoadOptions {
  ledger: Ledger;
  client: RetryingClient;
  /** The URLs of both servers. */
  urls: readonly string[];
  accounts: LoadAccounts;
  seed: number;
  /** Names of the items that are sold. */
  names: readonly string[];
}

const FIRST_PRICE = 1_000_000;
/** The average pause between two actions of one user. */
const THINK_MS = 40;

/** Simulated users who submit, decide, edit, undo, request emails and read. Records every acknowledgement. */
export class Load {
  readonly #options: LoadOptions;
  readonly #run = randomUUID().slice(0, 8);
  readonly #undecided: LedgerSale[] = [];
  #submissions = 0;
  #price = FIRST_PRICE;
  #stopped = false;
  #users: Promise<void>[] = [];

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  start(users: number): void {
    const { accounts, seed } = this.#options;
    for (let i = 0; i < users; i += 1) {
      const random = new Random(seed * 1_000 + i);
      const pick = <T>(of: readonly T[], offset = 0): T => of[(i + offset) % of.length] as T;
      const checkers: [LoadAccount, LoadAccount] = [pick(accounts.checkers), pick(accounts.checkers, 1)];
      this.#users.push(this.#runUser(random, pick(accounts.submitters), checkers));
    }
  }

  /** Stops the load after the current actions. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#users);
  }

  /** Submits a sale, with retries under the same idempotency key. */
  async submit(by: LoadAccount, random: Random): Promise<LedgerSale> {
    const sale = this.#newSale();
    const { status, body } = await this.#options.client.retried<{ sale_id: number }>(
      this.#submission(sale, by, random),
    );
    if (status === 200) sale.id = body.sale_id;
    else this.#refused('a submission', status, body);
    return sale;
  }

  /**
   * Returns a function that makes one attempt per call. It retries the same submission, with the same idempotency key,
   * until it is accepted, then starts a new one. The result is true when the submission was accepted.
   */
  openSubmission(by: LoadAccount, random: Random): (ms: number) => Promise<boolean> {
    let call: { sale: LedgerSale; request: Call } | undefined;
    return async (ms) => {
      if (!call) {
        const sale = this.#newSale();
        call = { sale, request: this.#submission(sale, by, random) };
      }
      const reply = await this.#options.client.try<{ sale_id: number }>(call.request, ms);
      if (reply?.status !== 200) return false;
      call.sale.id = reply.body.sale_id;
      call = undefined;
      return true;
    };
  }

  #submission(sale: LedgerSale, by: LoadAccount, random: Random): Call {
    const submission = {
      item_name: random.pick(this.#options.names),
      price: sale.price,
      proof_url: sale.proof,
    };
    return {
      method: 'POST',
      path: '/api/items/submit',
      token: by.token,
      key: sale.key,
      body: itemSubmission(submission),
    };
  }

  #newSale(): LedgerSale {
    this.#submissions += 1;
    const key = `${this.#run}-${this.#submissions}`;
    const proof = `https://forum.example/torture/${key}`;
    const sale: LedgerSale = { key, proof, id: null, version: 1, status: 'pending', price: this.#newPrice() };
    this.#options.ledger.sales.push(sale);
    return sale;
  }

  /** Prices are unique, so that a price filter finds a single sale. */
  #newPrice(): number {
    this.#price += 1;
    return this.#price;
  }

  async #runUser(
    random: Random,
    submitter: LoadAccount,
    checkers: [LoadAccount, LoadAccount],
  ): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#step(random, submitter, checkers);
      } catch (error) {
        this.#options.ledger.report({ what: 'abandoned calls', example: String(error) });
      }
      await delay(random.below(2 * THINK_MS));
    }
  }

  async #step(random: Random, submitter: LoadAccount, checkers: [LoadAccount, LoadAccount]): Promise<void> {
    const chance = random.next();
    if (chance < 0.35) {
      this.#undecided.push(await this.submit(submitter, random));
      return;
    }
    if (chance < 0.4) return this.#reset();
    if (chance < 0.6) return this.#browse(random);
    const sale = this.#undecided.shift();
    if (!sale?.id) return;
    if (random.chance(0.3)) await this.#edit(sale, sale.id, checkers[0]);
    const winner = await this.#decide(sale, sale.id, checkers, random);
    await checkFresh(this.#options, sale);
    if (!winner || !random.chance(0.2)) return;
    await this.#undo(sale, sale.id, winner);
    await checkFresh(this.#options, sale);
    if (sale.status === 'pending') this.#undecided.push(sale);
  }

  async #edit(sale: LedgerSale, id: number, { token }: LoadAccount): Promise<void> {
    const price = this.#newPrice();
    const call: Call = {
      method: 'PATCH',
      path: `/api/items/${id}`,
      token,
      body: { price, version: sale.version },
    };
    sale.price = null;
    const { status, body, attempts } = await this.#options.client.retried<{ reason?: string }>(call);
    // An earlier attempt whose response was lost may have changed it.
    if (status !== 200 && !(status === 409 && attempts > 1)) return this.#refused('an edit', status, body);
    sale.price = price;
    sale.version += 1;
    this.#options.ledger.edits += 1;
  }

  /** Up to two reviewers decide concurrently. @returns the one whose decision counts */
  async #decide(
    sale: LedgerSale,
    id: number,
    checkers: readonly LoadAccount[],
    random: Random,
  ): Promise<LoadAccount | undefined> {
    const contended = random.chance(0.5);
    sale.status = null;
    const outcomes = await Promise.all(
      (contended ? checkers : checkers.slice(0, 1)).map(async (checker) => {
        const decision: Decision = random.chance(0.85) ? 'approved' : 'rejected';
        const { status, body, attempts } = await this.#options.client.retried<{
          decided?: { by: string | null };
        }>({
          method: 'PATCH',
          path: `/api/items/${id}/status`,
          token: checker.token,
          body: { status: decision, version: sale.version },
        });
        const accepted =
          status === 200 || (status === 409 && attempts > 1 && body.decided?.by === checker.username);
        if (!accepted && status !== 409) this.#refused('a decision', status, body);
        return { checker, decision, accepted };
      }),
    );
    const won = outcomes.filter(({ accepted }) => accepted);
    const [first] = won;
    if (won.length > 1)
      this.#options.ledger.report({ what: 'sales decided twice', example: `${id}: ${JSON.stringify(won)}` });
    if (!first) {
      this.#options.ledger.report({ what: 'decisions that no reviewer made', example: `${id}` });
      return;
    }
    sale.status = first.decision;
    sale.version += 1;
    this.#options.ledger.decisions += 1;
    return first.checker;
  }

  async #undo(sale: LedgerSale, id: number, { token }: LoadAccount): Promise<void> {
    const decided = sale.status;
    sale.status = null;
    const { status, body, attempts } = await this.#options.client.retried<{
      result: { data: { results: { ok: boolean; reason?: string }[] } };
    }>({
      method: 'POST',
      path: '/trpc/reviews.undo',
      token,
      body: { sales: [{ id, version: sale.version }] },
    });
    if (status !== 200) return this.#refused('an undo', status, body);
    const [result] = body.result.data.results;
    // An earlier attempt whose response was lost may have undone it.
    if (result?.ok || (attempts > 1 && result?.reason === 'NOT_DECIDED')) {
      sale.status = 'pending';
      sale.version += 1;
      this.#options.ledger.undos += 1;
    } else if (result?.reason === 'UNDO_OVER') sale.status = decided;
    else this.#refused('an undo', status, result);
  }

  async #reset(): Promise<void> {
    const email = this.#options.accounts.resetEmails.pop();
    if (!email) return;
    // If the call is abandoned, it may have been accepted any number of times.
    const entry = { email, requests: Number.POSITIVE_INFINITY, acknowledged: false };
    this.#options.ledger.resets.push(entry);
    const call: Call = {
      method: 'POST',
      path: '/api/email/request-password-reset',
      body: { email },
    };
    const { status, body, attempts } = await this.#options.client.retried(call);
    entry.requests = attempts;
    entry.acknowledged = status === 200;
    if (status !== 200) this.#refused('a request for a mail', status, body);
  }

  async #browse(random: Random): Promise<void> {
    const name = encodeURIComponent(random.pick(this.#options.names));
    const path = random.pick([
      '/api/items?limit=50',
      `/api/items?item_name=${name}&limit=25`,
      `/api/items/price-history/${name}?days=30`,
      `/api/items/search/autocomplete?query=${name.slice(0, 3)}`,
    ]);
    const { status, body } = await this.#options.client.retried({ path });
    if (status !== 200) this.#refused('a public read', status, body);
  }

  #refused(what: string, status: number, body: unknown): void {
    this.#options.ledger.report({
      what: `${what} was refused`,
      example: `${status} ${JSON.stringify(body)}`,
    });
  }
}
