import { sql } from 'kysely';
import type { MergeForecast } from '../../contract/admin/admin.ts';
import { invalidInput } from '../../lib/errors.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { CatalogueService } from '../catalogue/catalogue.service.ts';
import type { RequestScope } from '../scope.ts';
import { recordEvents } from './sale-history.ts';

/** Two names of one item: every sale of the first shall be one of the second. */
export interface Merge {
  from: string;
  into: string;
}

/** A spelling as the catalogue has it. */
interface Spelling {
  item_id: number;
  name: string;
  merged_into: number | null;
}

/** What a merge is between; a spelling that only sales have is no item. */
interface Parties {
  from: { item_id: number | null; name: string };
  into: Spelling;
}

/** A sale that says `from`: an item sale by its name, a pokemon sale by what the pokemon holds. */
interface Mention {
  sale_id: number;
  kind: 'item' | 'pokemon';
  said: string;
}

/** Sales changed in one statement. */
const BATCH = 500;

const mentions = (name: string) => sql`from sale
  where (kind = 'item' and lower(name) = lower(${name})) or (kind = 'pokemon' and lower(held_item) = lower(${name}))`;

interface Deps extends RequestScope {
  catalogue: CatalogueService;
  audit: AuditService;
}

/** Makes two spellings of one item into one: in every sale, and for whoever types the other from then on. */
export class ItemMergeService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get #db() {
    return this.#deps.em.getKysely();
  }

  /** What `merge` would do. @throws DomainError as it. */
  async preview(merge: Merge): Promise<MergeForecast> {
    const { from, into } = await this.#parties(merge);
    const { rows } = await sql<{ sales: number; held: number }>`
      select count(*) filter (where kind = 'item')::int as sales,
        count(*) filter (where kind = 'pokemon')::int as held
      ${mentions(from.name)}`.execute(this.#db);
    return { from: from.name, into: into.name, sales: 0, held: 0, ...rows[0] };
  }

  /**
   * Renames every sale of `from`, deleted ones too, a step in the history of each; from then on that spelling means
   * `into` and is offered nowhere. Merging the other way round takes it back, for all sales alike.
   *
   * @throws DomainError invalid for names that nothing has, with the nearest one, and for two names of the same item.
   */
  async merge(merge: Merge): Promise<MergeForecast> {
    return this.#deps.em.transactional(async () => {
      const { from, into } = await this.#parties(merge);
      // Before the items: approvals hold their sales while they look for an item.
      const { rows } = await sql<Mention>`
        select sale_id, kind, case kind when 'item' then name else held_item end as said
        ${mentions(from.name)} order by sale_id for update`.execute(this.#db);
      for (let start = 0; start < rows.length; start += BATCH)
        await this.#rename(rows.slice(start, start + BATCH), into);
      await this.#retire(from, into);
      const sales = rows.filter(({ kind }) => kind === 'item').length;
      const forecast = { from: from.name, into: into.name, sales, held: rows.length - sales };
      await this.#deps.audit.record({ action: 'items.merged', target: into.name, detail: { ...forecast } });
      return forecast;
    });
  }

  async #rename(batch: readonly Mention[], { item_id, name }: Spelling): Promise<void> {
    const ids = batch.map(({ sale_id }) => sale_id);
    await sql`update sale set version = version + 1,
        name = case kind when 'item' then ${name} else name end,
        item_id = case kind when 'item' then ${item_id}::int end,
        held_item = case kind when 'pokemon' then ${name} end
      where sale_id = any(${ids})`.execute(this.#db);
    await recordEvents(
      this.#deps,
      batch.map(({ sale_id: saleId, kind, said }) => {
        const column = kind === 'item' ? 'name' : 'heldItem';
        const { actor: by } = this.#deps;
        return { saleId, type: 'edited', by, before: { [column]: said }, after: { [column]: name } };
      }),
    );
  }

  /** The spelling and those that meant it mean the other one. */
  async #retire(from: Parties['from'], { item_id: into }: Spelling): Promise<void> {
    await sql`insert into item (name, source, merged_into) values (${from.name}, 'market', ${into})
      on conflict (lower(name)) do update set merged_into = excluded.merged_into`.execute(this.#db);
    await sql`update item set merged_into = case item_id when ${into} then null else ${into}::int end
      where item_id = ${into} or merged_into = ${from.item_id}`.execute(this.#db);
  }

  async #parties(merge: Merge): Promise<Parties> {
    const [from, meant] = await Promise.all([this.#from(merge.from), this.#spelling(merge.into)]);
    const faults = [
      ...(from ? [] : [await this.#deps.catalogue.unknownItem('from', merge.from)]),
      ...(meant ? [] : [await this.#deps.catalogue.unknownItem('into', merge.into)]),
    ];
    if (!from || !meant) throw invalidInput(faults);
    // A spelling that was merged means another one, but merged back it is itself again.
    const turnedBack = meant.merged_into === null || meant.merged_into === from.item_id;
    const into = turnedBack ? meant : await this.#item(meant.merged_into);
    if (into.name.toLowerCase() === from.name.toLowerCase())
      throw invalidInput([
        { field: 'into', message: `'${merge.from}' and '${merge.into}' are the same item: name two` },
      ]);
    return { from, into };
  }

  /** What is to be merged: an item, or a spelling that sales have before it is one. */
  async #from(name: string): Promise<Parties['from'] | undefined> {
    const item = await this.#spelling(name);
    if (item) return item;
    const { rows } = await sql<{ said: string }>`
      select case kind when 'item' then name else held_item end as said
      ${mentions(name)} limit 1`.execute(this.#db);
    return rows[0] && { item_id: null, name: rows[0].said };
  }

  async #spelling(name: string): Promise<Spelling | undefined> {
    const { rows } = await sql<Spelling>`
      select item_id, name, merged_into from item where lower(name) = lower(${name})`.execute(this.#db);
    return rows[0];
  }

  async #item(id: number | null): Promise<Spelling> {
    const { rows } = await sql<Spelling>`
      select item_id, name, merged_into from item where item_id = ${id}`.execute(this.#db);
    const [item] = rows;
    if (!item) throw new Error(`Spellings mean the item ${id}, which does not exist`);
    return item;
  }
}
