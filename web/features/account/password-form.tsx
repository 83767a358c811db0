import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import type { zChangePassword } from '../../../src/contract/accounts/account.ts';
import { formProps, registered, showRefusal, useSchemaForm } from '../../lib/forms.ts';
import { zChangePasswordForm } from '../../lib/new-password.ts';
import { isUnknownOutcome } from '../../lib/server/errors.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { NewPasswordFields } from '../../ui/fields/new-password-fields.tsx';
import { AccountName, PasswordField } from '../../ui/fields/password-field.tsx';
import { FormAlert, FormSuccess } from '../../ui/form-messages.tsx';

const UNKNOWN_OUTCOME = 'No response arrived. The password may already be changed.';
const MAY_BE_CHANGED =
  'Your first attempt may have succeeded: then your password is the new one of that attempt.';

export function PasswordForm({ username }: { username: string }) {
  const [isUnknown, setUnknown] = useState(false);
  const utils = trpc.useUtils();
  const form = useSchemaForm(zChangePasswordForm, { oldPassword: '', newPassword: '', confirmation: '' });
  const change = useMutation({
    // A confirmation that the change needs does not ask for the current password again.
    mutationFn: (passwords: z.infer<typeof zChangePassword>) =>
      utils.client.auth.changePassword.mutate(passwords, { context: { password: passwords.oldPassword } }),
    gcTime: 0,
    onSuccess: () => {
      setUnknown(false);
      form.reset();
      return Promise.all([utils.sessions.list.invalidate(), utils.email.address.invalidate()]);
    },
    onError: (error) => {
      if (isUnknownOutcome(error)) setUnknown(true);
      return showRefusal(form, error, 'Failed to change the password', UNKNOWN_OUTCOME);
    },
  });
  const { errors } = form.formState;
  const mayBeChanged = isUnknown && errors.oldPassword?.type === 'server';
  const password = useWatch({ control: form.control, name: 'newPassword' });

  return (
    <form
      {...formProps(form, ({ confirmation: _, ...passwords }) => change.mutate(passwords))}
      className="max-w-sm space-y-4"
    >
      <AccountName username={username} />
      <PasswordField
        {...registered(form, 'oldPassword')}
        label="Current password"
        autoComplete="current-password"
      />
      <NewPasswordFields
        label="New password"
        password={registered(form, 'newPassword')}
        confirmation={registered(form, 'confirmation')}
        typed={{ password, username }}
      />
      <FormAlert>{mayBeChanged ? MAY_BE_CHANGED : errors.root?.message}</FormAlert>
      <FormSuccess>{change.data?.message}</FormSuccess>
      <Button type="submit" variant="primary" pending={change.isPending}>
        Change password
      </Button>
    </form>
  );
}
