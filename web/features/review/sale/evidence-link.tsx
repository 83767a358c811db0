import { createContext, type ReactNode, useContext } from 'react';
import { PATHS } from '../../../app/paths.ts';
import { printAddress, START } from '../state/review-search-params.ts';

/** Opens a sale beside the one that is looked at. */
export const CompareContext = createContext<(saleId: number) => void>(() => undefined);

const addressOf = (sale: number): string =>
  `${PATHS.review}${printAddress({ ...START, tab: 'all', view: 'workbench', sale })}`;

/** A sale that is evidence: a press opens it beside, and in a new tab it has the address of its own. */
export function EvidenceLink({ saleId, children }: { saleId: number; children?: ReactNode }) {
  const compare = useContext(CompareContext);
  return (
    <a
      href={addressOf(saleId)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        compare(saleId);
      }}
      className="link tabular-nums"
    >
      {children ?? `#${saleId}`}
    </a>
  );
}
