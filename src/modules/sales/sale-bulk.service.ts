import type { FieldError } from '../../contract/shared/validation.ts';
import { ADVISORY_LOCKS } from '../../db/advisory-locks.ts';
import { query, values } from '../../db/query.ts';
import type { Actor } from '../actor.ts';
import { Service } from '../service.ts';
import type { SaleDraft } from './drafts.ts';
import { type ResolverDeps, resolveDrafts } from './sale-resolver.ts';
import { insertSales, type NewSale } from './sale-writer.ts';

/** A sale with its own status and dates, imported from a file or generated. */
export interface BulkSale extends Omit<NewSale, 'sale'> {
  draft: SaleDraft;
}

type BulkOutcome = { outcome: 'added' | 'exists' } | { outcome: 'refused'; errors: FieldError[] };

interface BulkOptions {
  /** Recorded as the actor in the sales' histories. */
  by: Actor;
  /** Returns the same outcomes but stores nothing. */
  dryRun?: boolean;
}

/** Stores many sales at once, validated against the catalogue like submissions. */
export class SaleBulkService extends Service<ResolverDeps> {
  /**
   * Stores one batch in one transaction; a few hundred sales per batch are best. Sales that do not match the catalogue
   * are refused and the rest are stored; a sale whose import key is already stored is left unchanged.
   *
   * @returns one outcome per sale, in order
   */
  add(batch: readonly BulkSale[], options: BulkOptions): Promise<BulkOutcome[]> {
    return this.deps.em.transactional(() => this.#add(batch, options));
  }

  async #add(batch: readonly BulkSale[], { by, dryRun = false }: BulkOptions): Promise<BulkOutcome[]> {
    const drafts = batch.map(({ draft }) => draft);
    // First, because its lock comes before that of the names (docs/locks.md).
    const known = await this.#knownKeys(batch);
    const resolutions = await resolveDrafts(this.deps, drafts);
    const fresh: NewSale[] = [];
    const outcomes = batch.map((entry, index): BulkOutcome => {
      const resolution = resolutions[index];
      if (!resolution?.ok) return { outcome: 'refused', errors: resolution?.errors ?? [] };
      if (entry.importKey && known.has(entry.importKey)) return { outcome: 'exists' };
      const { draft: _, ...values } = entry;
      fresh.push({ ...values, sale: resolution.value });
      return { outcome: 'added' };
    });
    if (!dryRun && fresh.length) await insertSales(this.deps, by, fresh);
    return outcomes;
  }

  async #knownKeys(batch: readonly BulkSale[]): Promise<Set<string>> {
    const keys = batch.flatMap(({ importKey }) => (importKey ? [importKey] : []));
    if (keys.length === 0) return new Set();
    const { em } = this.deps;
    await query(em)`select pg_advisory_xact_lock(${ADVISORY_LOCKS.saleImport})`;
    return new Set(await values(em)<string>`select import_key from sale where import_key = any(${keys})`);
  }
}
