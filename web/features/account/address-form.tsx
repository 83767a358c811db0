import { zChangeAddress } from '../../../src/contract/accounts/address.ts';
import { formProps, registered, showRefusal, useSchemaForm } from '../../lib/forms.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { useAddressConfirmation } from '../../lib/server/use-address-confirmation.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { FormAlert, FormSuccess } from '../../ui/form-messages.tsx';
import { QueryPlaceholder } from '../../ui/states/states.tsx';

const UNKNOWN_OUTCOME =
  'No response arrived. If the email address was changed, that is shown above; otherwise try again.';

export function AddressForm() {
  const query = trpc.email.address.useQuery({}, { refetchOnWindowFocus: 'always' });
  const confirmation = useAddressConfirmation();
  if (!query.data)
    return (
      <QueryPlaceholder query={query} message="Failed to load the email address" className="h-42 md:h-38" />
    );
  const { email, confirmed, pending } = query.data;
  return (
    <div className="max-w-sm space-y-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base font-medium wrap-anywhere">
        {email}
        {confirmed ? <Badge tone="approved">Confirmed</Badge> : <Badge tone="pending">Not confirmed</Badge>}
      </p>
      {pending && (
        <p className="text-sm wrap-anywhere text-ink-soft">
          Replaced by <b className="font-medium text-ink">{pending}</b> when you open the link that we sent
          there.
        </p>
      )}
      {(!confirmed || pending) && (
        <>
          <Button pending={confirmation.pending} onClick={confirmation.resend}>
            Send the link again
          </Button>
          <FormSuccess>{confirmation.message}</FormSuccess>
          <FormAlert>{confirmation.failure}</FormAlert>
        </>
      )}
      <ChangeForm />
    </div>
  );
}

function ChangeForm() {
  const utils = trpc.useUtils();
  const form = useSchemaForm(zChangeAddress, { email: '' });
  const change = trpc.email.changeAddress.useMutation({
    gcTime: 0,
    onSuccess: () => form.reset(),
    onError: (error) => showRefusal(form, error, 'Failed to change the email address', UNKNOWN_OUTCOME),
    // After an error too: the address may be changed all the same.
    onSettled: () => utils.email.address.invalidate(),
  });
  return (
    <form {...formProps(form, (input) => change.mutate(input))} className="space-y-4">
      <TextField {...registered(form, 'email')} label="New email address" type="email" autoComplete="email" />
      <FormAlert>{form.formState.errors.root?.message}</FormAlert>
      <FormSuccess>{change.data?.message}</FormSuccess>
      <Button type="submit" variant="primary" pending={change.isPending}>
        Change email address
      </Button>
    </form>
  );
}
