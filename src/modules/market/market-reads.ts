import type { ReadPool } from '../../db/read-servers/read-pool.ts';
import type { Clock } from '../../lib/clock.ts';
import type { CatalogueSource } from '../catalogue/catalogue.source.ts';
import type { NameIndex } from '../name-search/name-index.ts';
import type { DayPrices } from './day-prices.ts';
import type { PublicCounts } from './public-counts.ts';

/** The resources that the public read models of a process share: read connections and in-memory caches. */
export interface MarketReads {
  clock: Clock;
  reads: ReadPool;
  counts: PublicCounts;
  dayPrices: DayPrices;
  names: NameIndex;
  catalogueSource: CatalogueSource;
}
