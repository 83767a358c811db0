import { z } from 'zod';
import type { Viewer } from '../../contract/accounts/roles.ts';
import { itemFilters, pokemonFilters } from '../../contract/market/sale-filter.ts';
import { SALE_KINDS } from '../../contract/sale/kinds.ts';
import { SALE_STATUSES } from '../../contract/sale/statuses.ts';
import { zOneOf, zQueryBool, zSearch } from '../../contract/shared/primitives.ts';
import { nameKey } from '../../contract/shared/text.ts';
import { viewerOf } from '../actor.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { SaleRow } from '../market/sale.presenter.ts';
import type { SaleQueries } from '../market/sale.queries.ts';
import type { NameIndex } from '../name-search/name-index.ts';
import { inBatches } from '../paging.ts';
import { Service } from '../service.ts';
import { fileRow } from './sale-file.ts';

const { query: _, ...FILTERS } = pokemonFilters;

const POKEMON_ONLY = Object.keys(FILTERS).filter((field) => !Object.hasOwn(itemFilters, field));

/** The filters of an export: those of the lists, for both kinds at once. */
export const zSaleExport = z
  .strictObject({
    kind: zOneOf('kind', SALE_KINDS).optional(),
    name: zSearch('name').optional(),
    exact: zQueryBool('exact').optional(),
    submitter: zSearch('submitter').optional(),
    status: zOneOf('status', SALE_STATUSES).optional(),
    ...FILTERS,
  })
  .superRefine((filter: Record<string, unknown>, context) => {
    if (filter.kind !== 'item') return;
    for (const field of POKEMON_ONLY)
      if (filter[field] !== undefined)
        context.addIssue({ code: 'custom', path: [field], message: `Items have no ${field}` });
  });
export type SaleExportFilter = z.infer<typeof zSaleExport>;

const BATCH = 1_000;

interface Deps {
  saleQueries: SaleQueries;
  audit: AuditService;
  market: { names: Pick<NameIndex, 'of' | 'current'> };
}

interface SaleExport {
  /** The number of sales that the export will contain. */
  total: number;
  rows: AsyncGenerator<ReturnType<typeof fileRow>>;
}

export class SaleExportService extends Service<Deps> {
  /**
   * An export of the sales in the order of their ids, without deleted ones. It is streamed, and recorded in the audit log when
   * its rows are read.
   */
  async open(filter: SaleExportFilter): Promise<SaleExport> {
    const viewer = viewerOf(this.deps.actor);
    const current = await this.#current(filter);
    const total = await this.deps.saleQueries.count(viewer, current);
    return { total, rows: this.#rows(viewer, filter, current) };
  }

  async *#rows(
    viewer: Viewer,
    filter: SaleExportFilter,
    current: SaleExportFilter,
  ): AsyncGenerator<ReturnType<typeof fileRow>> {
    await this.deps.audit.record('sales.exported', { detail: { filter } });
    const sales = inBatches<SaleRow>(BATCH, (last) =>
      this.deps.saleQueries.after(viewer, current, last?.sale_id ?? 0, BATCH),
    );
    for await (const row of sales) yield fileRow(row);
  }

  /** The filter with its whole name as it is now. Without a kind, the name of a pokemon is not that of a merged item. */
  async #current(filter: SaleExportFilter): Promise<SaleExportFilter> {
    const { names } = this.deps.market;
    const { kind, name = '', exact } = filter;
    if (!exact || kind === 'pokemon') return filter;
    if (kind === undefined && (await names.of('pokemon')).has(nameKey(name))) return filter;
    const { name: now } = await names.current({ kind: 'item', name, exact });
    return { ...filter, name: now };
  }
}
