import { type Spread, STATS } from '../../contract/sale/ivs.ts';
import { invalidInput } from '../../lib/errors.ts';
import type { CatalogueService } from '../catalogue/catalogue.service.ts';
import type { RequestScope } from '../scope.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { ItemSale, PokemonSale, type Sale } from './sale.entity.ts';
import { applyChange, changesDraft, type SaleChange, type SaleDraft } from './sale-draft.ts';
import { recordEvents } from './sale-history.ts';
import { ivProperty, type ResolvedSale, resolveDrafts } from './sale-resolver.ts';
import { addNewItems } from './sale-writer.ts';

/** A stored sale in the shape of a draft, for changes to be laid over it. */
function draftOf(stored: Sale): SaleDraft {
  const { name, price, dateSold, proofUrl } = stored;
  const common = { name, price, date_sold: dateSold, proof_url: proofUrl ?? null };
  if (!(stored instanceof PokemonSale)) return { kind: 'item', ...common, traits: null };
  return {
    kind: 'pokemon',
    ...common,
    traits: {
      form: stored.form,
      nature: stored.nature,
      ability: stored.ability,
      level: stored.level ?? null,
      is_shiny: stored.isShiny,
      held_item: stored.heldItem ?? null,
      ivs: Object.fromEntries(STATS.map((stat) => [stat, stored[ivProperty(stat)]])) as Spread,
    },
  };
}

/** Lays the columns over the entity, those that it has; the changed ones before and after, or null when none did. */
function assign(stored: Sale, columns: object) {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  const target = stored as unknown as Record<string, unknown>;
  for (const [property, value] of Object.entries(columns)) {
    if (!(property in target) || (target[property] ?? null) === value) continue;
    before[property] = target[property] ?? null;
    after[property] = value;
    target[property] = value;
  }
  return Object.keys(after).length ? { before, after } : null;
}

interface Deps extends RequestScope {
  catalogue: CatalogueService;
  settings: SettingsService;
}

/** Holds what somebody typed against the catalogue, and stored sales with it. */
export class SaleEditor {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @throws DomainError invalid, with a sentence per field, when the draft does not fit the catalogue. */
  async resolve(draft: SaleDraft): Promise<ResolvedSale> {
    const generation = await this.#deps.settings.generation();
    const [resolution] = await resolveDrafts(this.#deps, this.#deps.catalogue, generation, [draft]);
    if (resolution?.ok) return resolution.sale;
    throw invalidInput(resolution?.faults ?? []);
  }

  /**
   * Changes what a locked sale says: one step in its history, or none when nothing differs.
   *
   * @param reviewNotes other notes of the reviewer's, where those change too
   * @throws DomainError invalid when the result does not fit the catalogue.
   */
  async edit(stored: Sale, change: SaleChange, reviewNotes?: string | null): Promise<void> {
    const { em, actor } = this.#deps;
    const said = changesDraft(change) ? await this.#lay(stored, change) : {};
    const changed = assign(stored, { ...said, ...(reviewNotes !== undefined && { reviewNotes }) });
    if (!changed) return;
    stored.version += 1;
    await em.flush();
    await recordEvents(this.#deps, [{ saleId: stored.saleId, type: 'edited', by: actor, ...changed }]);
  }

  /** The columns as the change makes them; the catalogue's row that the name means is set already. */
  async #lay(stored: Sale, change: SaleChange) {
    const resolved = await this.resolve(applyChange(draftOf(stored), change));
    const { kind: _, item, species, ...columns } = resolved;
    if (stored instanceof PokemonSale && species !== null) this.#deps.em.assign(stored, { species });
    if (!(stored instanceof ItemSale)) return columns;
    if (item !== null || stored.status !== 'approved') {
      this.#deps.em.assign(stored, { item });
      return columns;
    }
    const added = (await addNewItems(this.#deps.catalogue, [columns.name]))(columns.name);
    this.#deps.em.assign(stored, { item: added.item_id });
    return { ...columns, name: added.name };
  }
}
