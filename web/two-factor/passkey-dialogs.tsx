import { useRef, useState } from 'react';
import type { PasskeyView } from '../../src/contract/accounts/passkeys.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { errorData, errorText } from '../lib/server/errors.ts';
import { trpc } from '../lib/server/trpc.ts';
import { TextField } from '../ui/fields/text-field.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { FormDialog } from '../ui/overlays/form-dialog.tsx';

interface PasskeyDialogProps {
  passkey: PasskeyView;
  open: boolean;
  onClose: () => void;
}

/** Gives a passkey another name. */
export function RenamePasskey({ passkey, open, onClose }: PasskeyDialogProps) {
  const utils = trpc.useUtils();
  const nameField = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(passkey.name);
  const rename = trpc.passkeys.rename.useMutation({
    onSuccess: async () => {
      await utils.passkeys.list.invalidate();
      onClose();
    },
  });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      width="sm"
      initialFocus={nameField}
      title={`Rename ${passkey.name}`}
      submitLabel="Rename"
      disabled={name.trim() === ''}
      pending={rename.isPending}
      onSubmit={() => rename.mutate({ id: passkey.id, name })}
    >
      <TextField
        ref={nameField}
        label="Name"
        hint="Such as the device or the password manager that keeps it."
        required
        maxLength={LIMITS.passkeys.name}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={rename.error && errorText(rename.error, 'Failed to rename the passkey')}
      />
    </FormDialog>
  );
}

/** Removes a passkey after a confirmation. */
export function RemovePasskey({
  passkey,
  onRemoved,
  ...dialog
}: PasskeyDialogProps & { onRemoved: () => Promise<unknown> }) {
  const { client } = trpc.useUtils();

  async function remove() {
    try {
      await client.passkeys.remove.mutate({ id: passkey.id });
    } catch (error) {
      // A passkey that is not found was removed elsewhere.
      if (errorData(error)?.httpStatus !== 404) throw error;
    }
    await onRemoved();
  }

  return (
    <ConfirmDialog
      {...dialog}
      title={`Remove ${passkey.name}?`}
      confirmLabel="Remove"
      danger
      onConfirm={remove}
      failureText={(error) => errorText(error, 'Failed to remove the passkey')}
    >
      It no longer signs in to this site, and your other sessions end. Delete it from your device or password
      manager, too.
    </ConfirmDialog>
  );
}
