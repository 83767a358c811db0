import { createContext, type ReactNode, useContext } from 'react';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { saleName } from '../../../../src/contract/sale/sale-name.ts';
import { PATHS } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useDialog } from '../../../ui/overlays/use-dialog.ts';
import { StatusBadge } from '../../../ui/sale/sale-badges.tsx';
import { QueryPlaceholder } from '../../../ui/states/query-error.tsx';
import { REVIEW_FORMAT } from '../state/review-search-params.ts';
import { DifferenceMark, FieldValue, SALE_FIELDS } from './sale-fields.tsx';

const CompareContext = createContext<(saleId: number) => void>(() => undefined);

const pathOf = (sale: number): string =>
  `${PATHS.review}${REVIEW_FORMAT.print({ ...REVIEW_FORMAT.read(''), tab: 'all', view: 'workbench', sale })}`;

/** A sale that is evidence: a press compares it with the open sale, a new tab shows it by itself. */
export function EvidenceLink({ saleId }: { saleId: number }) {
  const compare = useContext(CompareContext);
  return (
    <a
      href={pathOf(saleId)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        compare(saleId);
      }}
      className="link touch-target inline-block tabular-nums"
    >
      #{saleId}
    </a>
  );
}

/** Two sales field by field, with the differences marked. */
function Comparison({ sale, other }: { sale: AnySale; other: AnySale }) {
  const fields = SALE_FIELDS.filter(
    ({ trait }) => !trait || (sale.kind === 'pokemon' && other.kind === 'pokemon'),
  );
  return (
    // The numbers of IVs have no room in the usual size in two columns of a phone.
    <table className="w-full table-fixed border-collapse text-sm max-md:[&_svg+span]:text-2xs">
      <caption className="sr-only">Comparison of both sales</caption>
      <thead>
        <tr className="border-b border-line text-left">
          <td className="w-[26%]" />
          {[sale, other].map((of) => (
            <th key={of.sale_id} scope="col" className="px-2 pb-2 align-bottom font-semibold tabular-nums">
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1 max-md:flex-col max-md:items-start">
                #{of.sale_id}
                <StatusBadge status={of.status} />
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => {
          const differs = !field.own && field.of(sale) !== field.of(other);
          return (
            <tr key={field.label} className={cx('border-b border-line', differs && 'bg-pending-soft')}>
              <th
                scope="row"
                className="px-2 py-1.5 text-left max-md:pr-0 max-md:pl-1 font-normal text-ink-soft"
              >
                {differs && <DifferenceMark />}
                {field.label}
              </th>
              {[sale, other].map((of) => (
                <td key={of.sale_id} className="min-w-0 px-2 py-1.5 break-words">
                  <FieldValue sale={of} field={field} />
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Lets the links to evidence inside it open a comparison with a sale. */
export function ComparisonProvider({ sale, children }: { sale: AnySale; children: ReactNode }) {
  const dialog = useDialog<number>();
  return (
    <CompareContext value={dialog.show}>
      {children}
      {dialog.subject !== null && (
        <CompareDialog key={dialog.key} {...dialog.props} sale={sale} otherId={dialog.subject} />
      )}
    </CompareContext>
  );
}

interface CompareDialogProps {
  sale: AnySale;
  otherId: number;
  open: boolean;
  onClose: () => void;
}

function CompareDialog({ sale, otherId, open, onClose }: CompareDialogProps) {
  const query = trpc.reviews.detail.useQuery({ id: otherId });
  const { data } = query;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Sale #${otherId} compared with ${saleName(sale)}, sale #${sale.sale_id}`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {data ? (
        <Comparison sale={sale} other={data.sale} />
      ) : (
        <QueryPlaceholder banner query={query} message="Failed to load the sale" className="h-80" />
      )}
    </Dialog>
  );
}
