import type { EntityManager } from '@mikro-orm/postgresql';
import { zCreateFollow } from '../../contract/follows/follows.ts';
import { FINAL_MS } from '../../contract/review/review-values.ts';
import { addMs, DAY_MS, daysBefore, HOUR_MS, todayUtc } from '../../contract/shared/dates.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/process/logger.ts';
import type { AccountActor, Actor } from '../actor.ts';
import { nextApproved } from '../follows/changed-sales.queries.ts';
import type { FollowFeedService } from '../follows/follow-feed.service.ts';
import { type NewMatch, writeMatches } from '../follows/follow-matches.ts';
import { FollowRules } from '../follows/follow-rules.ts';
import type { FollowsService } from '../follows/follows.service.ts';
import type { InboxService } from '../inbox/inbox.service.ts';
import { changeNoticeSettings } from '../inbox/notice-settings.queries.ts';
import { presentAnySale } from '../market/sale.presenter.ts';
import type { SaleAdminService } from '../sales/admin/sale-admin.service.ts';
import type { ReportsService } from '../sales/reports/reports.service.ts';
import { DEMO_KEY } from '../sales/sale.entity.ts';
import type { BulkSale } from '../sales/sale-bulk.service.ts';
import type { SalesService } from '../sales/sales.service.ts';
import { notifyDecided, publishDecisions } from '../sales/submission-notices.ts';
import { latestDecisions, saleIdsByKey } from './demo.queries.ts';
import type { GeneratedSale } from './sale-generator.ts';
import {
  FOLLOWS,
  READ_HOURS_AGO,
  REPORTS,
  REVIEWED,
  type ReportedSale,
  type ReviewedSale,
  type ScenarioFollow,
  type ScenarioReport,
} from './scenario.ts';

interface DemoServices {
  followFeed: FollowFeedService;
  follows: FollowsService;
  inbox: InboxService;
  reports: ReportsService;
  sales: SalesService;
  saleAdmin: SaleAdminService;
}

/** The services of an actor with a clock. */
export type ServicesFor = (actor: Actor, clock: Clock) => DemoServices;

/** A generated market that has been stored. */
interface Market {
  em: EntityManager;
  logger: Logger;
  servicesFor: ServicesFor;
  addSales: (sales: BulkSale[]) => Promise<void>;
  /** Its end. */
  now: Date;
  /** Its sales, in the order of their import keys. */
  generated: readonly GeneratedSale[];
  /** The names of their submitters. */
  submitters: readonly string[];
  /** By name. */
  accounts: ReadonlyMap<string, AccountActor>;
}

/** What an account did, or was notified of, at a time. */
interface Step {
  at: Date;
  run: () => Promise<unknown>;
}

/** A sale to report, by its import key. */
interface FoundSale {
  key: string;
  /** Unless it is a reviewed one. */
  sale?: GeneratedSale;
  /** The import key of the sale that it duplicates. */
  original?: string;
}

const OWNER = 'demo_user';
const CHECKER = 'demo_checker';
/** Inboxes have the notices of these days, and the newest of each kind, however large the market is. */
const NOTICE_DAYS = 30;
const NOTICES = 60;
/** Sales that were decided later are not reported: a report follows the decision. */
const REPORTABLE_DAYS = 9;
const PAGE = 1_000;

const keyOf = (name: string | number): string => `${DEMO_KEY}${name}`;
const clockAt = (at: Date): Clock => ({ now: () => at });

/** The sales that can be reported, by kind, newest first. Their reports are about their proof. */
function reportable({ generated, submitters, now }: Market) {
  const latest = addMs(now, -REPORTABLE_DAYS * DAY_MS);
  const originals = new Set(
    generated.flatMap(({ planted }) => (planted?.kind === 'duplicate' ? [planted.of] : [])),
  );
  const kindOf = (sale: GeneratedSale) => {
    if (sale.planted) return sale.planted.kind;
    return submitters[sale.submitter] === OWNER ? 'own' : 'other';
  };
  const decided = generated.filter(
    ({ status, decidedAt, draft }) =>
      status === 'approved' && decidedAt !== undefined && decidedAt < latest && draft.proof_url,
  );
  return Object.groupBy(decided.filter((sale) => !originals.has(sale)).toReversed(), kindOf);
}

/** What the demo accounts did in the last weeks of a generated market, in the caller's transaction. */
export class DemoActivity {
  readonly #market: Market;
  readonly #reportable: ReturnType<typeof reportable>;
  /** Ids by import key. */
  #ids = new Map<string, number>();

  constructor(market: Market) {
    this.#market = market;
    this.#reportable = reportable(market);
  }

  /** Stores it in the order of time, so that the newest entries of each inbox are on top. */
  async add(): Promise<void> {
    const { em } = this.#market;
    // Nothing is mailed: the addresses of the demo accounts do not exist.
    await changeNoticeSettings(em, this.#account(OWNER).user_id, { rejected: { inbox: true, email: false } });
    await this.#submit();
    this.#ids = await saleIdsByKey(em, [
      ...REVIEWED.map(({ key }) => keyOf(key)),
      ...REPORTS.flatMap(({ target }) => this.#find(target) ?? []).flatMap(({ key, original }) =>
        original === undefined ? [key] : [key, original],
      ),
    ]);
    for (const follow of FOLLOWS) await this.#follow(follow);
    const steps = [
      ...(await this.#matches()),
      ...(await this.#decisions()),
      ...REVIEWED.flatMap((sale) => this.#review(sale)),
      ...REPORTS.flatMap((report) => this.#report(report)),
      this.#step(OWNER, READ_HOURS_AGO, ({ inbox }) => inbox.markAllRead()),
    ];
    for (const { run } of steps.toSorted((a, b) => a.at.getTime() - b.at.getTime())) await run();
  }

  #account(name: string) {
    const actor = this.#market.accounts.get(name);
    if (!actor) throw new Error(`There is no demo account ${name}`);
    return actor;
  }

  #hoursAgo(hours: number): Date {
    return addMs(this.#market.now, -hours * HOUR_MS);
  }

  #services(by: string, at: Date): DemoServices {
    return this.#market.servicesFor(this.#account(by), clockAt(at));
  }

  #step(by: string, hoursAgo: number, run: (services: DemoServices) => Promise<unknown>): Step {
    const at = this.#hoursAgo(hoursAgo);
    return { at, run: () => run(this.#services(by, at)) };
  }

  async #follow({ by, hoursAgo, pausedHoursAgo, ...follow }: ScenarioFollow): Promise<void> {
    const { follows, followFeed } = this.#services(by, this.#hoursAgo(hoursAgo));
    const { follow_id: id } = await follows.create(zCreateFollow.parse(follow));
    if (follow.channels?.feed) await followFeed.renew();
    if (pausedHoursAgo === undefined) return;
    await this.#services(by, this.#hoursAgo(pausedHoursAgo)).follows.update({ id, paused: true });
  }

  /** Each sale that matches is notified when its approval became final. */
  async #matches(): Promise<Step[]> {
    const { em, logger, now } = this.#market;
    const index = await new FollowRules({ logger, clock: clockAt(now) }).current(em);
    const found: Step[] = [];
    let after = { scan_from: addMs(now, -NOTICE_DAYS * DAY_MS).toISOString(), scan_sale: 0 };
    const scan_to = addMs(now, -FINAL_MS).toISOString();
    for (;;) {
      const sales = await nextApproved(em, { ...after, scan_to }, PAGE);
      for (const sale of sales) {
        const at = addMs(new Date(sale.decided_at), FINAL_MS);
        const matches = index
          .matching(presentAnySale(sale, null), todayUtc(at), new Date(sale.news_at).getTime())
          .map((follow): NewMatch => ({ follow, sale }));
        if (matches.length > 0) found.push({ at, run: () => writeMatches(em, matches, at) });
      }
      const last = sales.at(-1);
      if (!last || sales.length < PAGE) return found.slice(-NOTICES);
      after = { scan_from: last.decided_at, scan_sale: last.sale_id };
    }
  }

  /** The decisions on the generated sales of the owner of the demo. */
  async #decisions(): Promise<Step[]> {
    const { em, now } = this.#market;
    const decided = await latestDecisions(em, {
      userId: this.#account(OWNER).user_id,
      from: addMs(now, -NOTICE_DAYS * DAY_MS),
      to: addMs(now, -FINAL_MS),
      limit: NOTICES,
    });
    return decided.map((decision) => {
      const at = addMs(new Date(decision.decided_at), FINAL_MS);
      return { at, run: () => notifyDecided({ em, clock: clockAt(at) }, [decision]) };
    });
  }

  #submit(): Promise<void> {
    return this.#market.addSales(
      REVIEWED.map(({ key, by, hoursAgo, draft }) => {
        const dateSubmitted = this.#hoursAgo(hoursAgo);
        return {
          draft: { ...draft, date_sold: daysBefore(todayUtc(dateSubmitted), 1) },
          status: 'pending',
          submittedBy: this.#account(by).user_id,
          dateSubmitted,
          importKey: keyOf(key),
        };
      }),
    );
  }

  /** The corrections and the decision, and the notice of both when it became final. */
  #review({ key, draft, change, decision }: ReviewedSale): Step[] {
    const { hoursAgo, ...decided } = decision;
    const id = this.#idOf(keyOf(key));
    const final = addMs(this.#hoursAgo(hoursAgo), FINAL_MS);
    return [
      this.#step(CHECKER, hoursAgo, async ({ sales }) => {
        if (change) await sales.edit(draft.kind, id, change);
        await sales.decide(draft.kind, { id, ...decided });
      }),
      { at: final, run: () => publishDecisions({ em: this.#market.em, clock: clockAt(final) }) },
    ];
  }

  /** The report and its decision; nothing when a small market has no such sale. */
  #report({ target, by, hoursAgo, reason, comment, decision }: ScenarioReport): Step[] {
    const found = this.#find(target);
    if (!found) return [];
    const id = this.#idOf(found.key);
    const report = {
      sale_id: id,
      reason,
      comment: typeof comment === 'function' ? found.sale && comment(found.sale) : comment,
      duplicate_of: reason === 'duplicate' && found.original ? this.#idOf(found.original) : null,
    };
    const reported = this.#step(by, hoursAgo, ({ reports }) => reports.create(report));
    if (!decision) return [reported];
    const { correction, by: decidedBy, hoursAgo: decidedHoursAgo, ...decided } = decision;
    const decide = this.#step(decidedBy, decidedHoursAgo, async ({ reports, saleAdmin }) => {
      if (correction) await saleAdmin.edit(correction.kind, { id, change: correction.change });
      await reports.decide({ id, ...decided });
    });
    return [reported, decide];
  }

  #find(target: ReportedSale): FoundSale | undefined {
    if ('key' in target) return { key: keyOf(target.key) };
    const sale = this.#reportable[target.kind]?.[target.nth];
    if (!sale) return undefined;
    const key = this.#keyOf(sale);
    return sale.planted?.kind === 'duplicate'
      ? { key, sale, original: this.#keyOf(sale.planted.of) }
      : { key, sale };
  }

  #keyOf(sale: GeneratedSale): string {
    return keyOf(this.#market.generated.indexOf(sale));
  }

  #idOf(key: string): number {
    const id = this.#ids.get(key);
    if (id === undefined) throw new Error(`There is no generated sale ${key}`);
    return id;
  }
}
