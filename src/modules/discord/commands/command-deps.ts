import type { Config } from '../../../config.ts';
import type { IdentifyDeps } from '../../catalogue/pokemon.resolver.ts';
import type { MarketReads } from '../../market/market-reads.ts';
import type { SaleQueries } from '../../market/sale.queries.ts';

/** What the commands read. */
export interface CommandDeps extends IdentifyDeps {
  market: MarketReads;
  saleQueries: Pick<SaleQueries, 'page'>;
  config: Pick<Config, 'publicUrl'>;
}
