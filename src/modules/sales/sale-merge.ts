import { proofOf } from '../../contract/sale/proof.ts';
import { Service } from '../service.ts';
import type { Sale } from './sale.entity.ts';
import { recordEvents } from './sale-history.ts';
import type { SaleTransitions } from './sale-transitions.ts';

/** `sale 12 (https://forum.example/thread/1), sale 15 (no proof)`. */
const listSales = (sales: readonly Sale[]) =>
  sales.map(({ saleId, proofUrl }) => `sale ${saleId} (${proofUrl ?? 'no proof'})`).join(', ');

/** The first proof of the others, for a sale that has none. */
function proofFrom(keep: Sale, others: readonly Sale[]) {
  const proofUrl = keep.proofUrl ? null : others.find((sale) => sale.proofUrl)?.proofUrl;
  return proofUrl ? { proofUrl, proofThread: proofOf(proofUrl).thread } : null;
}

/** Merges several entries of the same sale into one. */
export class SaleMerge extends Service<{ saleTransitions: SaleTransitions }> {
  /**
   * Keeps one of these locked sales and deletes the others, in the caller's transaction. The histories of the kept and
   * the deleted sales name each other. If the kept sale has no proof, it takes the first proof of the others.
   */
  async merge(keep: Sale, others: readonly Sale[]): Promise<void> {
    const { em, actor: by } = this.deps;
    const { saleId, proofThread } = keep;
    const after = proofFrom(keep, others);
    em.assign(keep, { ...after, version: keep.version + 1 });
    await em.flush();
    const change = after && { before: { proofUrl: null, proofThread: proofThread ?? null }, after };
    await recordEvents(this.deps, [
      { saleId, type: 'edited', by, ...change, notes: `Merged with ${listSales(others)}.` },
    ]);
    await this.deps.saleTransitions.take(others, 'deleted', `Merged into sale ${saleId}.`);
  }
}
