import { trpc } from './trpc.ts';
import { writeErrorText } from './write-outcome.ts';

/** Requests another email with a link that confirms the account's address, or the one that is to replace it. */
export function useAddressConfirmation() {
  const utils = trpc.useUtils();
  const resend = trpc.email.resendConfirmation.useMutation({
    gcTime: 0,
    // It may have been confirmed elsewhere.
    onSettled: () => utils.email.address.invalidate(),
  });
  return {
    resend: () => resend.mutate({}),
    pending: resend.isPending,
    message: resend.data?.message ?? null,
    failure: resend.error && writeErrorText(resend.error, 'Failed to send the link'),
  };
}
