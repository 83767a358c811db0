import { Flag } from 'lucide-react';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { withNext } from '../../../lib/next-path.ts';
import { PATHS, reportPath } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/server/session.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { lateDialog } from '../../../ui/overlays/late-dialog.tsx';

const ReportDialog = lateDialog(() => import('./report-dialog.tsx'));

interface ReportButtonProps {
  sale: AnySale;
  open: boolean;
  /** See `Dialog`. */
  inAddress?: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Opens the dialog that reports a sale; a visitor signs in first, and continues on the sale's page. */
export function ReportButton({ sale, open, inAddress = false, onOpenChange }: ReportButtonProps) {
  const { status } = useSession();
  if (status === 'out')
    return (
      <LinkButton variant="quiet" icon={Flag} href={withNext(PATHS.login, reportPath(sale.sale_id))}>
        Report
      </LinkButton>
    );
  return (
    <>
      <Button variant="quiet" icon={Flag} aria-haspopup="dialog" onClick={() => onOpenChange(true)}>
        Report
      </Button>
      {status === 'in' && (
        <ReportDialog sale={sale} open={open} inAddress={inAddress} onClose={() => onOpenChange(false)} />
      )}
    </>
  );
}
