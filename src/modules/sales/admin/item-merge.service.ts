import { type RawBuilder, sql } from 'kysely';
import type { Merge, MergePreview } from '../../../contract/admin/admin.ts';
import type { SaleKind } from '../../../contract/sale/kinds.ts';
import { counted } from '../../../contract/shared/plural.ts';
import { nameKey } from '../../../contract/shared/text.ts';
import { ADVISORY_LOCKS } from '../../../db/advisory-locks.ts';
import { query, values } from '../../../db/query.ts';
import { changedMeanwhile, invalidField, invalidInput } from '../../../lib/errors.ts';
import type { AuditService } from '../../audit/audit.service.ts';
import { lockItemNames, unknownItem } from '../../catalogue/item.queries.ts';
import { markNewItemsForFlags } from '../../changes/flag-mark.entity.ts';
import { batches } from '../../paging.ts';
import { Service } from '../../service.ts';
import { recordEvents } from '../sale-history.ts';
import { addNewItems } from '../sale-writer.ts';

/** A spelling in the catalogue; `merged_into` is the item that it refers to since it was merged. */
interface Spelling {
  item_id: number;
  name: string;
  merged_into: number | null;
}

/** Both sides of a merge. `from.item_id` is null for a spelling that occurs only in sales. */
interface Parties {
  from: Omit<Spelling, 'item_id'> & { item_id: number | null };
  into: Spelling;
}

/** A sale that uses the spelling `from`, as the name of an item sale or as the held item of a pokemon sale. */
interface AffectedSale {
  sale_id: number;
  kind: SaleKind;
  spelling: string;
}

const BATCH = 500;

const affectedSales = (name: string) => sql`from sale
  where (kind = 'item' and name_key = name_key(${name}))
    or (kind = 'pokemon' and name_key(held_item) = name_key(${name}))`;

const named = (name: string) => sql`name_key(name) = name_key(${name})`;

/** What a merge changes, as a sentence without a full stop. */
const effectOf = ({ from, into, sales, held }: MergePreview) =>
  `the merge of “${from}” into “${into}” would change ${counted(sales, 'sale')} and ${counted(held, 'held item')}`;

const isSame = (a: MergePreview, b: MergePreview) =>
  a.from === b.from && a.into === b.into && a.sales === b.sales && a.held === b.held;

/** Merges two spellings of an item: renames the existing sales, and resolves the old spelling to the new item. */
export class ItemMergeService extends Service<{ audit: AuditService }> {
  /** What `merge` would change. @throws DomainError as `merge` does. */
  async preview(merge: Merge): Promise<MergePreview> {
    const { from, into } = await this.#parties(merge);
    const rows = await query(this.deps.em)<{ sales: number; held: number }>`
      select count(*) filter (where kind = 'item')::int as sales,
        count(*) filter (where kind = 'pokemon')::int as held
      ${affectedSales(from.name)}`;
    return { from: from.name, into: into.name, sales: 0, held: 0, ...rows[0] };
  }

  /**
   * Renames every sale of `from`, including deleted ones, and records an event for each. From then on that spelling
   * resolves to `into` and is no longer suggested. Merging in the other direction reverts this, for all sales of both.
   * A repeated request changes nothing and has the same result: the response to the first one may have been lost.
   *
   * @param seen the preview that the caller saw; without it, any number of sales is renamed
   * @throws DomainError invalid for unknown names, with the nearest known name, and for two names of the same item;
   *   conflict when `seen` is outdated.
   */
  async merge(merge: Merge, seen?: MergePreview): Promise<MergePreview> {
    return this.deps.em.transactional(async () => {
      // One merge at a time: another one could merge `into` into another item meanwhile.
      await query(this.deps.em)`select pg_advisory_xact_lock(${ADVISORY_LOCKS.itemMerge})`;
      const { from, into } = await this.#parties(merge);
      const renamed = await this.#renameSales(from, into);
      if (from.merged_into === into.item_id && renamed.length === 0)
        return { from: from.name, into: into.name, sales: seen?.sales ?? 0, held: seen?.held ?? 0 };
      // Submissions that looked the old spelling up are waited for last, as nobody can submit during that time.
      await lockItemNames(this.deps.em);
      renamed.push(...(await this.#renameSales(from, into)));
      await this.#retire(from, into);
      await markNewItemsForFlags(this.deps.em);
      const sales = renamed.filter(({ kind }) => kind === 'item').length;
      const preview = { from: from.name, into: into.name, sales, held: renamed.length - sales };
      if (seen && !isSame(seen, preview)) throw changedMeanwhile(effectOf(preview));
      await this.deps.audit.record('items.merged', { target: into.name, detail: { ...preview } });
      return preview;
    });
  }

  /** Renames the sales of a spelling; returns them as they were. Approvals, too, lock sales before items. */
  async #renameSales(from: Parties['from'], into: Spelling): Promise<AffectedSale[]> {
    const rows = await query(this.deps.em)<AffectedSale>`
      select sale_id, kind, case kind when 'item' then name else held_item end as spelling
      ${affectedSales(from.name)} order by sale_id for update`;
    for (const batch of batches(rows, BATCH)) await this.#rename(batch, into);
    return rows;
  }

  async #rename(batch: readonly AffectedSale[], { item_id, name }: Spelling): Promise<void> {
    const ids = batch.map(({ sale_id }) => sale_id);
    await query(this.deps.em)`update sale set version = version + 1,
        name = case kind when 'item' then ${name} else name end,
        item_id = case kind when 'item' then ${item_id}::int end,
        held_item = case kind when 'pokemon' then ${name} end
      where sale_id = any(${ids})`;
    await recordEvents(
      this.deps,
      batch.map(({ sale_id: saleId, kind, spelling }) => {
        const column = kind === 'item' ? 'name' : 'heldItem';
        const { actor: by } = this.deps;
        return { saleId, type: 'edited', by, before: { [column]: spelling }, after: { [column]: name } };
      }),
    );
  }

  /** Redirects the old spelling, and those merged into it before, to the new item. */
  async #retire(from: Parties['from'], into: Spelling): Promise<void> {
    const { em } = this.deps;
    const earlier = await values(em)<string>`select name from item where merged_into = ${from.item_id}`;
    // Adds the old spelling if it occurs only in sales, and locks the others (docs/locks.md).
    await addNewItems(em, [from.name, into.name, ...earlier]);
    await query(
      em,
    )`update item set merged_into = case item_id when ${into.item_id} then null else ${into.item_id}::int end
      where item_id = ${into.item_id} or merged_into = ${from.item_id} or ${named(from.name)}`;
  }

  async #parties(merge: Merge): Promise<Parties> {
    const [from, found] = await Promise.all([this.#from(merge.from), this.#spelling(named(merge.into))]);
    const errors = [
      ...(from ? [] : [await unknownItem(this.deps.em, 'from', merge.from)]),
      ...(found ? [] : [await unknownItem(this.deps.em, 'into', merge.into)]),
    ];
    if (!from || !found) throw invalidInput(errors);
    // A merged spelling refers to another item, except when this merge reverts that.
    const isTarget = found.merged_into === null || found.merged_into === from.item_id;
    const into = isTarget ? found : await this.#spelling(sql`item_id = ${found.merged_into}`);
    if (!into)
      throw new Error(`A merged spelling refers to the item ${found.merged_into}, which does not exist`);
    if (nameKey(into.name) === nameKey(from.name))
      throw invalidField('into', `“${merge.from}” and “${merge.into}” are the same item`);
    return { from, into };
  }

  /** What is to be merged: an item, or a spelling that occurs only in sales. */
  async #from(name: string): Promise<Parties['from'] | undefined> {
    const item = await this.#spelling(named(name));
    if (item) return item;
    const [spelling] = await values(this.deps.em)<string>`
      select case kind when 'item' then name else held_item end ${affectedSales(name)} limit 1`;
    return spelling === undefined ? undefined : { item_id: null, name: spelling, merged_into: null };
  }

  async #spelling(condition: RawBuilder<unknown>): Promise<Spelling | undefined> {
    const rows = await query(this.deps.em)<Spelling>`
      select item_id, name, merged_into from item where ${condition}`;
    return rows[0];
  }
}
