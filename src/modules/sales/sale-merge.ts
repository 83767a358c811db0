import { proofOf } from '../../contract/sale/proof.ts';
import type { RequestScope } from '../scope.ts';
import type { Sale } from './sale.entity.ts';
import { recordEvents } from './sale-history.ts';
import type { SaleTransitions } from './sale-transitions.ts';

/** `sale 12 (https://forum.example/thread/1), sale 15 (no proof)`. */
const inWords = (sales: readonly Sale[]) =>
  sales.map(({ saleId, proofUrl }) => `sale ${saleId} (${proofUrl ?? 'no proof'})`).join(', ');

/** The first proof of the others, for a sale that has none. */
function proofFrom(keep: Sale, others: readonly Sale[]) {
  const proofUrl = keep.proofUrl ? null : others.find((sale) => sale.proofUrl)?.proofUrl;
  return proofUrl ? { proofUrl, proofThread: proofOf(proofUrl).thread } : null;
}

interface Deps extends RequestScope {
  saleTransitions: SaleTransitions;
}

/** Makes one sale of several that are the same thing. */
export class SaleMerge {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Keeps one of these locked sales and deletes the others, in the caller's transaction. The history of the kept one
   * names them with their proofs, of which the first becomes its own when it has none; theirs name it.
   */
  async merge(keep: Sale, others: readonly Sale[]): Promise<void> {
    const { em, actor: by } = this.#deps;
    const { saleId, proofThread } = keep;
    const after = proofFrom(keep, others);
    em.assign(keep, { ...after, version: keep.version + 1 });
    await em.flush();
    const change = after && { before: { proofUrl: null, proofThread: proofThread ?? null }, after };
    await recordEvents(this.#deps, [
      { saleId, type: 'edited', by, ...change, notes: `Merged with ${inWords(others)}.` },
    ]);
    await this.#deps.saleTransitions.take(others, 'deleted', `Merged into sale ${saleId}.`);
  }
}
