import type { MikroORM } from '@mikro-orm/postgresql';
import { SALE_KINDS, type SaleKind } from '../../contract/sale/kinds.ts';
import type { NameSuggestion } from '../../contract/sale/sale.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import type { ReadPool } from '../../db/read-servers/read-pool.ts';
import type { Logger } from '../../lib/process/logger.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import { currentName, namesItems, withCurrentNames } from './current-names.filter.ts';
import { Lexicon } from './lexicon.ts';
import { NameTable, type Sold } from './name-table.ts';
import {
  allSold,
  MERGED_NAMES,
  nameRows,
  namesOfSales,
  offeredGeneration,
  type SoldName,
  soldUnder,
  strayNames,
} from './names.queries.ts';
import {
  type CatalogueTraits,
  type KnownNames,
  type MarketVocabulary,
  vocabularyOf,
} from './search-vocabulary.ts';

interface NameIndexOptions {
  /** For the sales of all names: reading them takes longer than public reads may. */
  orm: MikroORM;
  reads: Pick<ReadPool, 'rows' | 'plannedRows'>;
  /** Shared by all processes. */
  changes: Pick<ChangeFeed, 'fresh' | 'since'>;
  logger: Logger;
  /** Called after reads of the primary, which may be ahead of the standbys. */
  onRead?: () => void;
}

/** Suggested names with their numbers of sales. */
interface Suggested {
  data: NameSuggestion[];
  /** False while the numbers lag behind: they will change without another change of the market. */
  counted: boolean;
}

/** Keys of names. */
type ChangedNames = Record<SaleKind, Set<string>>;

const noNames = (): ChangedNames => ({ item: new Set(), pokemon: new Set() });
const isNone = ({ item, pokemon }: ChangedNames): boolean => item.size + pokemon.size === 0;

/** How far the numbers of sales may lag behind; names are always current. */
const LAG_MS = 1_500;

interface Changed {
  /** Whether names, pictures or settings were changed. */
  ofCatalogue: boolean;
  /** The current names of the changed sales. */
  names: readonly SoldName[];
  /** False when other names may have lost sales, too. */
  isComplete: boolean;
}

interface Loaded extends KnownNames {
  /** The number of the last change that it includes. */
  sequence: number;
}

/** Whether the tables still have all known names: an item of the market is known by its sales, and may go with the last. */
const areCurrent = (tables: Loaded['tables'], { ofCatalogue, isComplete, names }: Changed): boolean =>
  !ofCatalogue && isComplete && names.every(({ kind, name, known }) => known === tables[kind].has(name));

/**
 * All names of items and pokemon, in memory, for autocomplete, for slugs, and to find sales by a part of their name
 * (docs/staying-fast.md "How reads stay fast"). Loaded on first use, and current with every committed change of any
 * process; the numbers of sales may lag slightly.
 */
export class NameIndex {
  readonly #options: NameIndexOptions;
  readonly #lexicon = new Lexicon();
  #loaded: Loaded | undefined;
  #refreshing: Promise<unknown> = Promise.resolve();
  /** Keys of the names whose sales have to be counted again; null for all names. */
  #uncounted: ChangedNames | null = noNames();
  #countedAt = Number.NEGATIVE_INFINITY;
  #counting = false;

  constructor(options: NameIndexOptions) {
    this.#options = options;
  }

  async of(kind: SaleKind): Promise<NameTable> {
    return (await this.#now()).tables[kind];
  }

  /** A filter with its whole names as they are now, see `withCurrentNames`. */
  async current<Filter extends Parameters<typeof withCurrentNames>[0]>(filter: Filter): Promise<Filter> {
    return namesItems(filter) ? withCurrentNames(filter, (await this.of('item')).current) : filter;
  }

  /**
   * The current names as the vocabulary of a search.
   *
   * @returns `counted` as in `Suggested`
   */
  async vocabulary(catalogue: CatalogueTraits): Promise<{ vocabulary: MarketVocabulary; counted: boolean }> {
    return { vocabulary: vocabularyOf(await this.#now(), catalogue), counted: this.#isCounted() };
  }

  /** Suggests names for a search text, within the offered generations; see `NameTable.suggest`. */
  async suggest(kind: SaleKind, query: string, limit: number): Promise<Suggested> {
    const { tables, generation } = await this.#now();
    return { data: tables[kind].suggest(generation, query, limit), counted: this.#isCounted() };
  }

  async #now(): Promise<Loaded> {
    const sequence = await this.#options.changes.fresh();
    let loaded = this.#loaded;
    if (loaded?.sequence !== sequence) {
      // Refreshes are serialized: a waiting caller usually finds that the previous refresh already read its number.
      const refreshed = this.#refreshing.then(() => this.#refresh(sequence));
      this.#refreshing = refreshed.catch(() => undefined);
      loaded = await refreshed;
    }
    if (this.#countIsDue()) void this.#count();
    return loaded;
  }

  async #allSold(): Promise<Record<SaleKind, Map<string, Sold>>> {
    const sold = await allSold(this.#options.orm.em.fork());
    this.#options.onRead?.();
    return sold;
  }

  /** The sales of all names for the first tables. Names can be found without them while the primary cannot be read. */
  async #firstSold(): Promise<Record<SaleKind, Map<string, Sold>>> {
    try {
      return await withTimeout(LIMITS.publicReadMs, 'the sales of all names', this.#allSold());
    } catch (error) {
      this.#countFailed(error);
      return { item: new Map(), pokemon: new Map() };
    }
  }

  async #refresh(sequence: number): Promise<Loaded> {
    const last = this.#loaded;
    if (last?.sequence === sequence) return last;
    const changed = last && (await this.#changedSince(last.sequence));
    const names = last && changed && areCurrent(last.tables, changed) ? last : await this.#load(last?.tables);
    if (last) this.#markUncounted(changed, names.tables);
    const loaded = { ...names, sequence };
    this.#loaded = loaded;
    return loaded;
  }

  /** What changed since a number; undefined when unknown. */
  async #changedSince(sequence: number): Promise<Changed | undefined> {
    const changes = this.#options.changes.since(sequence);
    if (!changes) return undefined;
    const saleIds = new Set(changes.flatMap(({ sale_id }) => sale_id ?? []));
    const names = saleIds.size > 0 ? await namesOfSales(this.#options.reads, [...saleIds]) : [];
    // The previous name of an edited sale is unknown, and so is the name of one whose row was deleted.
    const isComplete = names.length === saleIds.size && !changes.some(({ change }) => change === 'edited');
    return { ofCatalogue: changes.some(({ change }) => change === 'catalogue'), names, isComplete };
  }

  /** Reads all names and takes over the numbers of sales from the previous tables. */
  async #load(before: Loaded['tables'] | undefined): Promise<Pick<Loaded, 'tables' | 'generation'>> {
    const { reads } = this.#options;
    const lexicon = this.#lexicon;
    const sold = before ? soldOf(before) : await this.#firstSold();
    const strays = await strayNames(reads);
    const rows = { item: await nameRows(reads, 'item'), pokemon: await nameRows(reads, 'pokemon') };
    const current = currentName(await reads.rows(MERGED_NAMES));
    for (const kind of SALE_KINDS) await lexicon.prepare(rows[kind]);
    return {
      tables: {
        item: new NameTable(rows.item, { sold: sold.item, strays, lexicon, current }),
        pokemon: new NameTable(rows.pokemon, { sold: sold.pokemon, lexicon }),
      },
      generation: await offeredGeneration(reads),
    };
  }

  /** Marks the names whose sales have to be counted again. */
  #markUncounted(changed: Changed | undefined, tables: Loaded['tables']): void {
    if (!changed?.isComplete) this.#uncounted = null;
    for (const { kind, name, stray } of changed?.names ?? []) {
      if (stray) tables[kind].addStray(name);
      this.#uncounted?.[kind].add(name);
    }
  }

  #isCounted(): boolean {
    return this.#uncounted !== null && isNone(this.#uncounted) && !this.#counting;
  }

  #countIsDue(): boolean {
    const isDue = this.#uncounted === null || !isNone(this.#uncounted);
    return isDue && !this.#counting && performance.now() - this.#countedAt >= LAG_MS;
  }

  /** Counts the sales of changed names again, at most every `LAG_MS`. No caller waits for it. */
  async #count(): Promise<void> {
    const names = this.#uncounted;
    this.#uncounted = noNames();
    this.#counting = true;
    try {
      const sold = names ? await this.#soldUnder(names) : await this.#allSold();
      // Serialized with refreshes, which replace the tables; otherwise the numbers might go to the old ones.
      const set = this.#refreshing.then(() => {
        for (const kind of SALE_KINDS) this.#loaded?.tables[kind].setSold(sold[kind], names === null);
      });
      this.#refreshing = set.catch(() => undefined);
      await set;
    } catch (error) {
      this.#countFailed(error);
    } finally {
      this.#counting = false;
      this.#countedAt = performance.now();
    }
  }

  /** All names are counted again later. */
  #countFailed(err: unknown): void {
    this.#uncounted = null;
    this.#options.logger.warn({ category: 'database', err }, 'sales by name could not be counted');
  }

  async #soldUnder(names: ChangedNames): Promise<Record<SaleKind, Map<string, Sold>>> {
    const of = (kind: SaleKind) => soldUnder(this.#options.reads, kind, [...names[kind]]);
    return { item: await of('item'), pokemon: await of('pokemon') };
  }
}

const soldOf = ({ item, pokemon }: Loaded['tables']) => ({ item: item.sold, pokemon: pokemon.sold });
