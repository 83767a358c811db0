import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { SALE_KINDS, type SaleKind } from '../../contract/sale/kinds.ts';
import type { Suggestion } from '../../contract/sale/sale.ts';
import type { Logger } from '../../lib/logger.ts';
import { Lexicon } from './lexicon.ts';
import { NameTable } from './name-table.ts';
import {
  allSold,
  nameRows,
  namesOfSales,
  offeredGeneration,
  soldUnder,
  strayNames,
} from './names.queries.ts';

/** What became of a public sale, or of the catalogue. */
interface Change {
  sale_id: number | null;
  change: 'added' | 'removed' | 'edited' | 'many' | 'catalogue';
}

/** What tells of changes: the same for all processes. */
export interface NameChanges {
  fresh(): Promise<{ version: number; snapshot: string }>;
  /** Null when that cannot be told any more. */
  since(snapshot: string): readonly Change[] | null;
}

export interface NameIndexOptions {
  orm: MikroORM;
  changes: NameChanges;
  logger: Logger;
}

/** How far the counts of sales may lag behind; names never do. */
const LAG_MS = 1_500;

interface Loaded {
  version: number;
  snapshot: string;
  tables: Record<SaleKind, NameTable>;
  /** Up to which species are offered. */
  generation: number;
}

/**
 * All names of items and pokemon, in memory: for what somebody types, for addresses, and to find sales by a part of
 * their name (docs/performance.md "How reads stay fast"). Loaded at the first use, and as new as the last change that anybody was told of,
 * whichever process made it; what counts sales may lag by a moment.
 */
export class NameIndex {
  readonly #options: NameIndexOptions;
  readonly #lexicon = new Lexicon();
  #loaded: Loaded | undefined;
  #refreshing: Promise<unknown> = Promise.resolve();
  /** Names in lower case whose sales are to be counted again; all of them when it is null. */
  #uncounted: Map<string, SaleKind> | null = new Map();
  #countedAt = 0;
  #countingAll = false;

  constructor(options: NameIndexOptions) {
    this.#options = options;
  }

  /** The names of a kind as they are now. */
  async of(kind: SaleKind): Promise<NameTable> {
    return (await this.#now()).tables[kind];
  }

  /** Names for what somebody types, as far as the market offers them: see `NameTable.suggest`. */
  async suggest(kind: SaleKind, query: string, limit: number): Promise<Suggestion[]> {
    const { tables, generation } = await this.#now();
    return tables[kind].suggest(generation, query, limit);
  }

  async #now(): Promise<Loaded> {
    const now = await this.#options.changes.fresh();
    if (this.#loaded?.version === now.version && !this.#countIsDue()) return this.#loaded;
    // One after the other: whoever waited finds that the one before has read what it came for.
    const refreshed = this.#refreshing.then(() => this.#refresh(now));
    this.#refreshing = refreshed.catch(() => undefined);
    return refreshed;
  }

  #em(): EntityManager {
    return this.#options.orm.em.fork();
  }

  async #refresh({ version, snapshot }: { version: number; snapshot: string }): Promise<Loaded> {
    const last = this.#loaded;
    if (last && last.version >= version) {
      await this.#count(last.tables);
      return last;
    }
    const changes = last ? this.#options.changes.since(last.snapshot) : null;
    const named = changes?.every(({ change }) => change !== 'catalogue' && change !== 'many');
    const names = last && named ? last : await this.#load(last?.tables);
    if (last) await this.#note(changes, names.tables);
    const loaded = { ...names, version, snapshot };
    this.#loaded = loaded;
    await this.#count(loaded.tables);
    return loaded;
  }

  /** Reads all names; what was sold is taken over from the tables before. */
  async #load(before: Loaded['tables'] | undefined): Promise<Pick<Loaded, 'tables' | 'generation'>> {
    const em = this.#em();
    const lexicon = this.#lexicon;
    const sold = before ? soldOf(before) : await allSold(em);
    const strays = await strayNames(em);
    return {
      tables: {
        item: new NameTable(await nameRows(em, 'item'), { sold: sold.item, strays, lexicon }),
        pokemon: new NameTable(await nameRows(em, 'pokemon'), { sold: sold.pokemon, lexicon }),
      },
      generation: await offeredGeneration(em),
    };
  }

  /** Remembers which names have other sales than were counted. */
  async #note(changes: readonly Change[] | null, tables: Loaded['tables']): Promise<void> {
    // The name that an edited sale had before is told by nobody.
    if (!changes || changes.some(({ change }) => change === 'many' || change === 'edited'))
      this.#uncounted = null;
    const saleIds = (changes ?? []).flatMap(({ sale_id }) => sale_id ?? []);
    if (!saleIds.length) return;
    for (const { kind, name, stray } of await namesOfSales(this.#em(), saleIds)) {
      if (stray) tables[kind].addStray(name);
      this.#uncounted?.set(name, kind);
    }
  }

  #countIsDue(): boolean {
    return this.#uncounted?.size !== 0 && !this.#countingAll && Date.now() - this.#countedAt >= LAG_MS;
  }

  /** Counts again what changed, but not all the time; all names at once beside the calls that go on. */
  async #count(tables: Loaded['tables']): Promise<void> {
    if (!this.#countIsDue()) return;
    const names = this.#uncounted;
    this.#countedAt = Date.now();
    this.#uncounted = new Map();
    if (names === null) {
      this.#countAll();
      return;
    }
    try {
      for (const kind of SALE_KINDS) {
        const ofKind = [...names].filter(([, its]) => its === kind).map(([name]) => name);
        if (ofKind.length) tables[kind].setSold(await soldUnder(this.#em(), kind, ofKind));
      }
    } catch (error) {
      this.#missed(error);
    }
  }

  #countAll(): void {
    this.#countingAll = true;
    const counted = async () => allSold(this.#em());
    counted()
      .then((sold) => {
        // In turn with what replaces the tables, or it might be told to the old ones.
        this.#refreshing = this.#refreshing.then(() => {
          for (const kind of SALE_KINDS) this.#loaded?.tables[kind].setSold(sold[kind], true);
        });
      })
      .catch((error: unknown) => this.#missed(error))
      .finally(() => {
        this.#countingAll = false;
        this.#countedAt = Date.now();
      });
  }

  /** Names are found without their counts too: all are made again later. */
  #missed(err: unknown): void {
    this.#uncounted = null;
    this.#options.logger.warn({ category: 'database', err }, 'Names: sales could not be counted');
  }
}

const soldOf = ({ item, pokemon }: Loaded['tables']) => ({ item: item.sold, pokemon: pokemon.sold });
