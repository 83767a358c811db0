import { NameTable } from '../src/modules/name-search/name-table.ts';
import { quantile, rounded } from './kit/figures.ts';

const NAMES = 20_000;
const SEARCHES = 200;
/** The time of a search among misspelled names, which blocks the process. */
const BUDGET_MS = 25;

/** Measures suggestions for misspelled texts among similar names: many more than the game has. */
export async function benchNames(): Promise<void> {
  const table = new NameTable(
    Array.from({ length: NAMES }, (_, at) => ({
      id: at + 1,
      name: `Vintage ${['Hat', 'Ring', 'Orb'][at % 3]} ${at}`,
      image_url: null,
      pokemon_type: null,
      generation: 0,
      forms: [],
    })),
  );
  const times = Array.from({ length: SEARCHES }, (_, typed) => {
    const before = performance.now();
    table.suggest(9, `vintgae hta ${typed}`, 10);
    return performance.now() - before;
  });
  console.table([
    {
      what: `suggestions for a misspelled text among ${NAMES} names`,
      'median ms': rounded(quantile(times, 0.5)),
      'p99 ms': rounded(quantile(times, 0.99)),
      'budget of the median, ms': BUDGET_MS,
    },
  ]);
}
