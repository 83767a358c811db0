import type { ReadPool } from '../../db/read-pool.ts';
import type { Clock } from '../../lib/clock.ts';
import type { CatalogueSource } from '../catalogue/catalogue.source.ts';
import type { NameIndex } from '../name-search/name-index.ts';
import type { DayPrices } from './day-prices.ts';
import type { PublicCounts } from './public-counts.ts';

/** What the public read models of a process share: connections for reads, and what it keeps in memory. */
export interface MarketReads {
  clock: Clock;
  reads: ReadPool;
  /** How many public sales a filter matches. */
  counts: PublicCounts;
  /** Prices of each day, by name. */
  dayPrices: DayPrices;
  /** All names of the market. */
  names: NameIndex;
  catalogueSource: CatalogueSource;
}
