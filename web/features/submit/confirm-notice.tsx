import { MailWarning } from 'lucide-react';
import { Link } from 'wouter';
import { PROFILE_PATH } from '../../lib/paths.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { useConfirmation } from '../../lib/server/use-confirmation.ts';
import { Announced } from '../../ui/announced.tsx';
import { Button } from '../../ui/button.tsx';

/** Asks to confirm the account's address while that is needed to submit. */
export function ConfirmNotice() {
  const { data: address } = trpc.email.address.useQuery({}, { refetchOnWindowFocus: 'always' });
  const { resend, pending, message, failure } = useConfirmation();
  if (!address || address.confirmed || !address.required) return null;
  return (
    <section
      aria-label="Confirm your address"
      className="mb-6 flex max-w-[38rem] gap-3 rounded-md bg-pending-soft px-4 py-3 text-sm"
    >
      <MailWarning aria-hidden className="mt-0.5 size-5 shrink-0 text-pending" strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold">Confirm your address to submit</h2>
        <p className="mt-1 wrap-anywhere text-ink-soft">
          We sent a link to <b className="font-medium text-ink">{address.email}</b>. Check your spam folder,
          or correct the address in your{' '}
          <Link href={PROFILE_PATH} className="link">
            profile
          </Link>
          .
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button pending={pending} onClick={resend}>
            Send the link again
          </Button>
          <Announced as="p">{message}</Announced>
          {failure && (
            <p role="alert" className="text-rejected">
              {failure}
            </p>
          )}
        </div>
      </div>
    </section>
  );
}
