import { randomUUID } from 'node:crypto';
import { Random } from '../../src/modules/demo/random.ts';
import { itemSubmission } from '../../src/testing/factories.ts';
import { type Call, pause, type RetryingClient } from './client.ts';
import type { Ledger, LedgerSale, Status } from './ledger.ts';

export interface Person {
  username: string;
  token: string;
}

export interface Cast {
  submitters: Person[];
  checkers: Person[];
  /** Addresses of accounts that each ask for a new password once. */
  forgetful: string[];
}

export interface LoadOptions {
  ledger: Ledger;
  client: RetryingClient;
  /** The addresses of both servers. */
  urls: readonly string[];
  cast: Cast;
  seed: number;
  /** Names of items that are sold. */
  names: readonly string[];
}

const FIRST_PRICE = 1_000_000;
const READ_MS = 3_000;
const FRESH_MS = 20_000;
/** Between two things that one person does. */
const THINK_MS = 40;

type Decision = Exclude<Status, 'pending'>;

/** People who submit, decide, change and take back, ask for mails, and read; everything they are told is kept. */
export class Load {
  readonly #options: LoadOptions;
  readonly #run = randomUUID().slice(0, 8);
  readonly #undecided: LedgerSale[] = [];
  #made = 0;
  #price = FIRST_PRICE;
  #stopped = false;
  #people: Promise<void>[] = [];

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  start(people: number): void {
    const { cast, seed } = this.#options;
    for (let i = 0; i < people; i += 1) {
      const random = new Random(seed * 1_000 + i);
      const pick = <T>(of: readonly T[], offset = 0): T => of[(i + offset) % of.length] as T;
      const checkers: [Person, Person] = [pick(cast.checkers), pick(cast.checkers, 1)];
      this.#people.push(this.#live(random, pick(cast.submitters), checkers));
    }
  }

  /** Everybody ends what they are doing. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#people);
  }

  /** Submits once, and again with the same key until that is answered. */
  async submit(by: Person, random: Random): Promise<LedgerSale> {
    const sale = this.#newSale();
    const { status, body } = await this.#options.client.retried<{ sale_id: number }>(
      this.#submission(sale, by, random),
    );
    if (status === 200) sale.id = body.sale_id;
    else this.#refused('a submission', status, body);
    return sale;
  }

  /**
   * A submission tried by the returned function, once a call; again with the same key until it is answered, then a new
   * one. True when it was taken.
   */
  openSubmission(by: Person, random: Random): (ms: number) => Promise<boolean> {
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

  #submission(sale: LedgerSale, by: Person, random: Random): Call {
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
    this.#made += 1;
    const key = `${this.#run}-${this.#made}`;
    const proof = `https://forum.example/torture/${key}`;
    const sale: LedgerSale = { key, proof, id: null, version: 1, status: 'pending', price: this.#newPrice() };
    this.#options.ledger.sales.push(sale);
    return sale;
  }

  /** No two sales have the same, so that a filter finds one sale. */
  #newPrice(): number {
    this.#price += 1;
    return this.#price;
  }

  async #live(random: Random, submitter: Person, checkers: [Person, Person]): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#act(random, submitter, checkers);
      } catch (error) {
        this.#options.ledger.report({ what: 'calls given up', example: String(error) });
      }
      await pause(random.below(2 * THINK_MS));
    }
  }

  async #act(random: Random, submitter: Person, checkers: [Person, Person]): Promise<void> {
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
    await this.#checkFresh(sale);
    if (!winner || !random.chance(0.2)) return;
    await this.#undo(sale, sale.id, winner);
    await this.#checkFresh(sale);
    if (sale.status === 'pending') this.#undecided.push(sale);
  }

  async #edit(sale: LedgerSale, id: number, { token }: Person): Promise<void> {
    const price = this.#newPrice();
    const call: Call = {
      method: 'PATCH',
      path: `/api/items/${id}`,
      token,
      body: { price, version: sale.version },
    };
    sale.price = null;
    const { status, body, tries } = await this.#options.client.retried<{ reason?: string }>(call);
    // A try whose answer was lost may have changed it already.
    if (status !== 200 && !(status === 409 && tries > 1)) return this.#refused('an edit', status, body);
    sale.price = price;
    sale.version += 1;
    this.#options.ledger.edits += 1;
  }

  /** Two reviewers decide at the same moment; the one who did. */
  async #decide(
    sale: LedgerSale,
    id: number,
    checkers: readonly Person[],
    random: Random,
  ): Promise<Person | undefined> {
    const contended = random.chance(0.5);
    sale.status = null;
    const outcomes = await Promise.all(
      (contended ? checkers : checkers.slice(0, 1)).map(async (checker) => {
        const decision: Decision = random.chance(0.85) ? 'approved' : 'rejected';
        const { status, body, tries } = await this.#options.client.retried<{
          decided?: { by: string | null };
        }>({
          method: 'PATCH',
          path: `/api/items/${id}/status`,
          token: checker.token,
          body: { status: decision, version: sale.version },
        });
        const mine = status === 200 || (status === 409 && tries > 1 && body.decided?.by === checker.username);
        if (!mine && status !== 409) this.#refused('a decision', status, body);
        return { checker, decision, mine };
      }),
    );
    const won = outcomes.filter(({ mine }) => mine);
    const [first] = won;
    if (won.length > 1)
      this.#options.ledger.report({ what: 'sales decided twice', example: `${id}: ${JSON.stringify(won)}` });
    if (!first) {
      this.#options.ledger.report({ what: 'decisions that nobody made', example: `${id}` });
      return;
    }
    sale.status = first.decision;
    sale.version += 1;
    this.#options.ledger.decisions += 1;
    return first.checker;
  }

  async #undo(sale: LedgerSale, id: number, { token }: Person): Promise<void> {
    const decided = sale.status;
    sale.status = null;
    const { status, body, tries } = await this.#options.client.retried<{
      result: { data: { results: { ok: boolean; reason?: string }[] } };
    }>({
      method: 'POST',
      path: '/trpc/reviews.undo',
      token,
      body: { sales: [{ id, version: sale.version }] },
    });
    if (status !== 200) return this.#refused('an undo', status, body);
    const [result] = body.result.data.results;
    // A try whose answer was lost may have undone it already.
    if (result?.ok || (tries > 1 && result?.reason === 'NOT_DECIDED')) {
      sale.status = 'pending';
      sale.version += 1;
      this.#options.ledger.undos += 1;
    } else if (result?.reason === 'UNDO_OVER') sale.status = decided;
    else this.#refused('an undo', status, result);
  }

  /** An acknowledged decision is in the next answer of both servers. */
  async #checkFresh({ id, price, status }: LedgerSale): Promise<void> {
    if (status === null || price === null) return;
    const path = `/api/items?min_price=${price}&max_price=${price}&limit=5`;
    await Promise.all(
      this.#options.urls.map(async (url) => {
        const until = performance.now() + FRESH_MS;
        while (performance.now() < until) {
          const reply = await this.#options.client
            .attempt<{ data: { sale_id: number }[] }>(url, { path }, READ_MS)
            .catch(() => undefined);
          if (reply?.status === 200) {
            this.#options.ledger.freshReads += 1;
            const shown = reply.body.data.some(({ sale_id }) => sale_id === id);
            if (shown !== (status === 'approved'))
              this.#options.ledger.report({ what: 'stale reads', example: `${id} is ${status}: ${path}` });
            return;
          }
          await pause(THINK_MS);
        }
      }),
    );
  }

  async #reset(): Promise<void> {
    const email = this.#options.cast.forgetful.pop();
    if (!email) return;
    // Given up, it may have been taken any number of times.
    const entry = { email, requests: Number.POSITIVE_INFINITY, acknowledged: false };
    this.#options.ledger.resets.push(entry);
    const call: Call = {
      method: 'POST',
      path: '/api/email/request-password-reset',
      body: { email },
    };
    const { status, body, tries } = await this.#options.client.retried(call);
    entry.requests = tries;
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
