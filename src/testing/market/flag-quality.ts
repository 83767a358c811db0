import { sql } from 'kysely';
import type { SaleFlag } from '../../contract/review/flags.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { demoSales } from '../../modules/demo/demo.service.ts';
import type { GeneratedSale } from '../../modules/demo/sale-generator.ts';
import { comparableSince, usualPrice } from '../../modules/market/similar/comparables.queries.ts';
import { computeFlags } from '../../modules/reviews/flags.service.ts';
import type { Services } from '../../runtime/services.ts';

/** A count and its total. */
export interface Share {
  found: number;
  of: number;
}

export interface FlagQuality {
  sales: number;
  /** Total time of the flag checks. */
  seconds: number;
  /** Planted duplicates that got `duplicate` or `near_duplicate`. */
  duplicates: Share;
  /** Planted tenfold price typos that got `price`: of all, and of those with enough comparable sales for the rule. */
  typos: Share;
  judgedTypos: Share;
  /** Clean sales, except originals of planted duplicates, that got a flag for an error. */
  clean: Share;
  /** The same by flag. */
  cleanBy: Record<string, number>;
}

interface Checked {
  sale: GeneratedSale;
  flags: Set<SaleFlag['flag']>;
  /** Whether there are enough comparable sales to judge its price. */
  judged: boolean;
}

const FAULTS = ['duplicate', 'near_duplicate', 'same_proof', 'price'] as const;

const share = (sales: readonly Checked[], found: (sale: Checked) => boolean): Share => ({
  found: sales.filter(found).length,
  of: sales.length,
});

export const percent = ({ found, of }: Share): number => (of === 0 ? 100 : (100 * found) / of);

/**
 * Fills a new database with a generated market and computes the flags of every sale, as if it were pending and all
 * others were decided. Measures how many planted errors are found and how many clean sales are flagged.
 *
 * @throws Error when the stored sales differ from the generated ones.
 */
export async function measureFlags({ demo, scope, market }: Services, sales: number): Promise<FlagQuality> {
  const options = { sales, now: scope.clock.now() };
  await demo.fill(options);
  const { em } = scope;
  const generated = await demoSales({ ...scope, em, catalogueSource: market.catalogueSource }, options);
  const stored = await em.execute<{ sale_id: number; name: string; price: string }[]>(
    'select sale_id, name, price from sale order by sale_id',
  );
  // They are followed by sales of the demo accounts.
  if (
    generated.some(
      ({ draft }, i) => stored[i]?.name !== draft.name || Number(stored[i].price) !== draft.price,
    )
  )
    throw new Error('The stored sales differ from the generated ones.');
  await em.execute('analyze sale');

  const start = performance.now();
  await computeFlags(
    scope,
    stored.map(({ sale_id }) => sale_id),
  );
  const seconds = (performance.now() - start) / 1_000;

  const { rows } = await sql<{ flags: SaleFlag[]; judged: boolean }>`
    select flags, usual.comparable >= ${LIMITS.review.minComparables} as judged
    from sale t join sale_check using (sale_id) cross join ${usualPrice(comparableSince(scope.clock.now()))} usual
    order by sale_id`.execute(em.getKysely());
  const checked = generated.map((sale, index): Checked => {
    const { flags = [], judged = false } = rows[index] ?? {};
    return { sale, flags: new Set(flags.map(({ flag }) => flag)), judged };
  });
  return { sales, seconds, ...judge(checked) };
}

function judge(checked: readonly Checked[]): Omit<FlagQuality, 'sales' | 'seconds'> {
  const planted = (kind: string) => checked.filter(({ sale }) => sale.planted?.kind === kind);
  const originals = new Set(
    checked.flatMap(({ sale }) => (sale.planted?.kind === 'duplicate' ? [sale.planted.of] : [])),
  );
  const clean = checked.filter(({ sale }) => sale.planted === null && !originals.has(sale));
  const typos = planted('typo');
  const priced = ({ flags }: Checked) => flags.has('price');
  return {
    duplicates: share(
      planted('duplicate'),
      ({ flags }) => flags.has('duplicate') || flags.has('near_duplicate'),
    ),
    typos: share(typos, priced),
    judgedTypos: share(
      typos.filter(({ judged }) => judged),
      priced,
    ),
    clean: share(clean, ({ flags }) => FAULTS.some((flag) => flags.has(flag))),
    cleanBy: Object.fromEntries(
      FAULTS.map((flag) => [flag, share(clean, ({ flags }) => flags.has(flag)).found]),
    ),
  };
}
