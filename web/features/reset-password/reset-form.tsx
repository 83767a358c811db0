import { useForm, useWatch } from 'react-hook-form';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { fieldErrorsOf, formFailure, setFieldErrors, zodResolver } from '../../lib/forms.ts';
import { zNewPasswordForm } from '../../lib/new-password.ts';
import { errorData, errorText } from '../../lib/server/errors.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { AccountName } from '../../ui/account-name.tsx';
import { Button } from '../../ui/button.tsx';
import { NewPasswordFields } from '../../ui/fields/new-password-fields.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';

const FIELDS = ['newPassword'] as const;

interface ResetFormProps {
  token: string;
  username: string;
  onDone: (message: string) => void;
  /** The link has expired since it was checked. */
  onDeadLink: (message: string) => void;
}

/** Sets the new password of the link's account. */
export function ResetForm({ token, username, onDone, onDeadLink }: ResetFormProps) {
  const form = useForm({
    resolver: zodResolver(zNewPasswordForm),
    mode: 'onTouched',
    defaultValues: { newPassword: '', confirmation: '' },
  });
  const reset = trpc.email.resetPassword.useMutation({
    gcTime: 0,
    onSuccess: ({ message }) => onDone(message),
    onError: (error) => {
      void setFieldErrors(form, fieldErrorsOf(error, FIELDS));
      if (errorData(error)?.reason === 'RESET_LINK_INVALID')
        onDeadLink(errorText(error, MESSAGES.resetLinkInvalid));
    },
  });
  const password = useWatch({ control: form.control, name: 'newPassword' });
  const { register, handleSubmit, formState } = form;
  const { errors } = formState;
  const failure = formFailure(reset.error, FIELDS, MESSAGES.resetFailed, MESSAGES.networkCheck);

  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) =>
        void handleSubmit(({ newPassword }) => reset.mutate({ token, newPassword }))(event)
      }
    >
      <p className="-mt-3 mb-5 text-base text-ink-soft">
        Choose a new password for <b className="font-medium text-ink">{username}</b>. All devices will be
        signed out of the account.
      </p>
      <AccountName username={username} />
      <NewPasswordFields
        label="New password"
        password={{ ...register('newPassword'), error: errors.newPassword?.message }}
        confirmation={{ ...register('confirmation'), error: errors.confirmation?.message }}
        typed={{ password, username }}
      />
      <FormAlert>{failure}</FormAlert>
      <Button type="submit" variant="primary" pending={reset.isPending} className="w-full">
        Reset password
      </Button>
    </form>
  );
}
