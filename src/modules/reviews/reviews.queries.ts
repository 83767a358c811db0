import type { Page } from '../../contract/primitives.ts';
import type { ReviewScope } from '../../contract/review.ts';
import { viewerOf } from '../actor.ts';
import type { SaleFilter } from '../sales/sale.filter.ts';
import type { SaleRow } from '../sales/sale.presenter.ts';
import type { PageRequest, SaleQueries } from '../sales/sale.queries.ts';
import type { Scope } from '../scope.ts';

/** The review screen's lists: both kinds together; a checker's own pending sales never (SPEC section 6). */
export class ReviewQueries {
  readonly #scope: Scope;
  readonly #sales: SaleQueries;

  constructor(scope: Scope, sales: SaleQueries) {
    this.#scope = scope;
    this.#sales = sales;
  }

  /** The queue is read from its front; what has been decided, from its newest. */
  list(scope: ReviewScope, filter: SaleFilter, request: PageRequest): Promise<Page<SaleRow>> {
    const viewer = viewerOf(this.#scope.actor);
    const order = { sort: 'date_submitted', order: scope === 'pending' ? 'asc' : 'desc' } as const;
    const narrowed = scope === 'pending' ? { ...filter, status: 'pending' as const } : filter;
    return this.#sales.page(viewer, narrowed, order, request);
  }

  async counts(): Promise<{ pending: number; all: number }> {
    const viewer = viewerOf(this.#scope.actor);
    const [pending, all] = await Promise.all([
      this.#sales.count(viewer, { status: 'pending' }),
      this.#sales.count(viewer, {}),
    ]);
    return { pending, all };
  }
}
