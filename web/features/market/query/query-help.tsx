import { ABOUT } from '../../../../src/contract/query/field-words.ts';
import { FLAG_VERBS, fieldsOf, OPERATORS } from '../../../../src/contract/query/fields.ts';
import type { SaleKind } from '../../../../src/contract/sale/kinds.ts';

const EXAMPLES: Record<SaleKind, readonly string[]> = {
  pokemon: [
    'pokemon = Garchomp AND nature = Adamant AND perfect_ivs >= 5',
    'nature IN (Timid, Modest) AND speed_iv = 31 AND price < 5m',
    'is shiny AND NOT form = Alola',
    'hidden_power = Ice AND (nature = Timid OR nature = Modest)',
    'ability LIKE %force AND date >= today-90d',
    'atk_iv = 0 AND speed_iv = 0',
  ],
  item: [
    'item = Leftovers AND date >= today-90d',
    'item LIKE %ball AND price < 500k',
    'item IN (Rare Candy, PP Max) AND price >= 10k',
    'price >= 1m AND price < 1.5m',
    'NOT item LIKE %stone% AND date > today-4w',
    'item LIKE choice% OR item LIKE life%',
  ],
};

export function QueryHelp({ kind, onExample }: { kind: SaleKind; onExample: (query: string) => void }) {
  return (
    <details className="mt-1 text-sm text-ink-soft">
      <summary className="link inline-flex min-h-control items-center">How to write a query</summary>
      <div className="grid gap-x-10 gap-y-5 rounded-lg border border-line bg-surface px-4 py-4 lg:grid-cols-2">
        <div className="min-w-0">
          <h2 className="overline-label mb-1">Examples</h2>
          <ul>
            {EXAMPLES[kind].map((query) => (
              <li key={query}>
                <button
                  type="button"
                  translate="no"
                  className="link min-h-control text-left font-mono wrap-anywhere"
                  onClick={() => onExample(query)}
                >
                  {query}
                </button>
              </li>
            ))}
          </ul>
          <h2 className="overline-label mt-4 mb-1">Combining terms</h2>
          <ul className="list-disc space-y-1 pl-5">
            <li>AND binds tighter than OR. Brackets group terms; NOT negates a term or a group.</li>
            <li>&gt; and &lt; are exclusive, &gt;= and &lt;= inclusive.</li>
            <li>In LIKE, % matches any text. Keywords, fields and values are case-insensitive.</li>
            <li>A value ends at the next AND, OR or closing bracket. Quote it to include those.</li>
            <li>Prices: 1,500,000 or 1.5m. Dates: 2026-03-12, today or today-90d.</li>
          </ul>
        </div>
        <div className="min-w-0">
          <h2 className="overline-label mb-1">Fields and operators</h2>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
            {fieldsOf(kind).map((field) => (
              <div key={field.name} className="contents">
                <dt translate="no" className="font-mono text-ink">
                  {field.name}
                </dt>
                <dd>
                  {ABOUT[field.name]}
                  <span translate="no" className="ml-2 font-mono text-xs text-ink-faint">
                    {field.verb
                      ? `${field.verb} ${field.name}, ${field.verb} ${FLAG_VERBS[field.verb]} ${field.name}`
                      : OPERATORS[field.type].join(', ')}
                  </span>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </details>
  );
}
