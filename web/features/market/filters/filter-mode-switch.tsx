import { useEffect, useRef, useState } from 'react';
import {
  FILTER_MODES,
  type FilterMode,
  START,
} from '../../../../src/contract/market/market-search-params.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { cx } from '../../../ui/cx.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { MarketNavigation } from '../use-market-search-params.ts';

const LABEL = 'Filters';
const LABELS: Record<FilterMode, string> = { easy: 'Easy', advanced: 'Advanced' };
const MODES = FILTER_MODES.map((value) => ({ value, label: LABELS[value] }));

/** Loaded on demand: only a switch of mode needs it. */
const loadConversion = () => import('./mode-conversion.ts');

interface FilterModeSwitchProps extends MarketNavigation {
  /** Leaves out the label, which phones never show. */
  isBare?: boolean;
}

/** Switches between the simple filters and the query (docs/screens.md): each passes on what the other can express. */
export default function FilterModeSwitch({ params, go, isBare = false }: FilterModeSwitchProps) {
  const [obstacle, setObstacle] = useState<string | null>(null);
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  });

  async function convert(mode: FilterMode) {
    const { toSimpleFilters, toQuery } = await loadConversion();
    // They may have changed while it was loading.
    const { kind, filters } = latest.current;
    if (mode === 'advanced') return go({ mode, filters: toQuery(kind, filters) });
    const simple = toSimpleFilters(kind, filters);
    if ('obstacle' in simple) setObstacle(simple.obstacle);
    else go({ mode, filters: simple.filters });
  }

  function dropQuery() {
    const { query: _, ...others } = params.filters;
    go({ mode: START.mode, filters: others });
  }

  return (
    <>
      <div className="flex items-center gap-3 print:hidden">
        <span aria-hidden className={cx('text-sm text-ink-soft max-sm:hidden', isBare && 'hidden')}>
          {LABEL}
        </span>
        <Segmented
          label={LABEL}
          tabs={MODES}
          value={params.mode}
          onValueChange={(mode) =>
            convert(mode).catch(() => showToast(MESSAGES.networkCheck, { tone: 'alert' }))
          }
        />
      </div>
      <ConfirmDialog
        open={obstacle !== null}
        onClose={() => setObstacle(null)}
        title="This query can't be shown as simple filters"
        confirmLabel="Discard the query"
        onConfirm={dropQuery}
      >
        <p>{obstacle}</p>
        <p className="mt-2">You can discard it and get it back with your browser's Back button.</p>
      </ConfirmDialog>
    </>
  );
}
