import { navigate } from 'wouter/use-browser-location';
import { priceText } from '../../../src/contract/sale/price.ts';
import { saleName } from '../../../src/contract/sale/sale-name.ts';
import type { Submission } from '../../../src/contract/sale/submissions.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { submitAgainPath } from '../../lib/paths.ts';
import { errorData } from '../../lib/server/errors.ts';
import { useSession } from '../../lib/server/session.tsx';
import { trpc } from '../../lib/server/trpc.ts';
import { writeErrorText } from '../../lib/server/write-outcome.ts';
import { draftOf } from '../../sales/draft/sale-draft.ts';
import { againSlot, fillForm } from '../../sales/draft/unsent-form.ts';
import { saleReference } from '../../sales/sale-reference.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../ui/overlays/toast.tsx';
import type { DialogState } from '../../ui/overlays/use-dialog.ts';
import { focusResults } from '../../ui/page/results-skip-link.tsx';

const TOAST_MS = 30_000;

/** A decision that can still be undone is not shown yet. */
const withdrawalFailure = (error: unknown): string =>
  errorData(error)?.reason === 'ALREADY_REVIEWED'
    ? `${MESSAGES.alreadyReviewed} The decision will be shown here in a few seconds.`
    : writeErrorText(error, 'Failed to withdraw the submission');

/** Asks before a pending submission is withdrawn, and then offers to submit it again with corrections. */
export function WithdrawDialog({ sale, ...dialog }: DialogState & { sale: Submission }) {
  const utils = trpc.useUtils();
  const { user } = useSession();

  function submitAgain() {
    const { kind } = sale;
    fillForm(user?.user_id, againSlot(sale.sale_id), { kind, draft: draftOf(sale) });
    navigate(submitAgainPath(kind, saleName(sale), sale.sale_id));
  }

  async function withdraw() {
    try {
      const { message } = await utils.client.submissions.withdraw.mutate({ id: sale.sale_id });
      showToast(message, {
        tone: 'success',
        durationMs: TOAST_MS,
        action: { label: 'Submit it again, corrected', onClick: submitAgain },
      });
      focusResults();
    } finally {
      // Also when it failed, because the list is not current then.
      void utils.invalidate();
    }
  }

  return (
    <ConfirmDialog
      {...dialog}
      title={`Withdraw ${saleReference(sale)}?`}
      named={saleName(sale)}
      confirmLabel="Withdraw"
      danger
      onConfirm={withdraw}
      failureText={withdrawalFailure}
    >
      <p>
        Reviewers will no longer see this sale for {priceText(sale.price)}. You cannot undo this; an admin can
        restore the sale.
      </p>
    </ConfirmDialog>
  );
}
