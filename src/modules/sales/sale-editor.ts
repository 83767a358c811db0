import { byStat } from '../../contract/sale/ivs.ts';
import { soldLateError } from '../../contract/sale/sale.ts';
import { invalidField, invalidInput } from '../../lib/errors.ts';
import { Service } from '../service.ts';
import { applyEdit, type SaleDraft, type SaleEdit, setsAnything } from './drafts.ts';
import { ItemSale, PokemonSale, type Sale } from './sale.entity.ts';
import { recordEvents } from './sale-history.ts';
import { ivProperty, type ResolvedSale, type ResolverDeps, resolveDrafts } from './sale-resolver.ts';
import { addNewItems } from './sale-writer.ts';

/** A stored sale in the shape of a draft, so that a change can be applied to it. */
function storedDraft(stored: Sale): SaleDraft {
  const { name, price, dateSold, proofUrl } = stored;
  const common = { name, price, date_sold: dateSold, proof_url: proofUrl ?? null };
  if (!(stored instanceof PokemonSale)) return { kind: 'item', ...common, traits: null };
  const { form, ability } = stored;
  return {
    kind: 'pokemon',
    ...common,
    stored: { species_id: stored.species.speciesId, name, form, ability },
    traits: {
      form,
      nature: stored.nature,
      ability,
      level: stored.level ?? null,
      is_shiny: stored.isShiny,
      held_item: stored.heldItem ?? null,
      ivs: byStat((stat) => stored[ivProperty(stat)]),
    },
  };
}

/** Assigns the columns. @returns the changed ones before and after; null when none changed */
function assign(stored: Sale, columns: object) {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const [property, value] of Object.entries(columns)) {
    const old: unknown = Reflect.get(stored, property) ?? null;
    if (old === value) continue;
    before[property] = old;
    after[property] = value;
    Reflect.set(stored, property, value);
  }
  return Object.keys(after).length ? { before, after } : null;
}

/** Validates drafts against the catalogue and applies edits to stored sales. */
export class SaleEditor extends Service<ResolverDeps> {
  /** @throws DomainError invalid, with a message per field, when the draft does not match the catalogue. */
  async resolve(draft: SaleDraft): Promise<ResolvedSale> {
    const [resolution] = await resolveDrafts(this.deps, [draft]);
    if (resolution?.ok) return resolution.value;
    throw invalidInput(resolution?.errors ?? []);
  }

  /**
   * Edits a locked sale and records one event; does nothing when no value differs.
   *
   * @param reviewNotes new review notes; undefined leaves them unchanged
   * @returns whether a value differed
   * @throws DomainError invalid when the result does not match the catalogue.
   */
  async edit(stored: Sale, change: SaleEdit, reviewNotes?: string | null): Promise<boolean> {
    const { em, actor } = this.deps;
    const columns = setsAnything(change) ? await this.#applyEdit(stored, change) : {};
    const changed = assign(stored, { ...columns, ...(reviewNotes !== undefined && { reviewNotes }) });
    if (!changed) return false;
    stored.version += 1;
    await em.flush();
    await recordEvents(this.deps, [{ saleId: stored.saleId, type: 'edited', by: actor, ...changed }]);
    return true;
  }

  /** Sets the species or item that the changed name refers to. @returns the other columns with the change applied */
  async #applyEdit(stored: Sale, change: SaleEdit) {
    const resolved = await this.resolve(applyEdit(storedDraft(stored), change));
    const late = soldLateError(resolved.dateSold, stored.dateSubmitted);
    if (late && resolved.dateSold !== stored.dateSold) throw invalidField('date_sold', late);
    if (resolved.kind === 'pokemon') {
      const { kind: _, species, ...columns } = resolved;
      if (stored instanceof PokemonSale) this.deps.em.assign(stored, { species });
      return columns;
    }
    const { kind: _, item, ...columns } = resolved;
    if (!(stored instanceof ItemSale)) return columns;
    if (item !== null || stored.status !== 'approved') {
      this.deps.em.assign(stored, { item });
      return columns;
    }
    const added = (await addNewItems(this.deps.em, [columns.name]))(columns.name);
    this.deps.em.assign(stored, { item: added.item_id });
    return { ...columns, name: added.name };
  }
}
