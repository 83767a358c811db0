import { KeyRound } from 'lucide-react';
import { useRef, useState } from 'react';
import type { PasskeyView } from '../../src/contract/accounts/passkeys.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { trpc } from '../lib/server/trpc.ts';
import { unlessGone, writeErrorText } from '../lib/server/write-outcome.ts';
import { useOnChange } from '../lib/use-on-change.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { FormAlert } from '../ui/form-messages.tsx';
import { takeLostFocus } from '../ui/hooks/focus.ts';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { FormDialog } from '../ui/overlays/form-dialog.tsx';
import { type DialogState, useDialog } from '../ui/overlays/use-dialog.ts';
import { QueryPlaceholder } from '../ui/states/states.tsx';
import { MomentText } from '../ui/time/moment-text.tsx';
import { createPasskey, PasskeyButton, supportsPasskeys } from './passkey-button.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const CODES_NOT_SHOWN =
  'The passkey was added, but its recovery codes were not shown here. For new ones, remove it and add it again.';

/** The account's passkeys: adding, naming and removing them (docs/product.md "States"). */
export function PasskeysPanel({ username }: { username: string }) {
  const utils = trpc.useUtils();
  const query = trpc.passkeys.list.useQuery({});
  const passkeys = query.data?.data;
  const protectedByApp = trpc.twoFactor.status.useQuery({}).data?.is2FAEnabled;
  const [newCodes, setNewCodes] = useState<string[]>([]);
  /** A first passkey may be stored whose recovery codes did not arrive. */
  const [codesMayBeLost, setCodesMayBeLost] = useState(false);
  const renaming = useDialog<PasskeyView>();
  const removing = useDialog<PasskeyView>();
  const panel = useRef<HTMLDivElement>(null);
  const hasCodes = newCodes.length > 0;
  // The button that closed the codes is gone.
  useOnChange(hasCodes, () => takeLostFocus(panel.current));

  async function add() {
    const options = await utils.client.passkeys.creationOptions.mutate({});
    return utils.client.passkeys.add.mutate({ credential: await createPasskey(options) });
  }

  async function remove({ id }: PasskeyView) {
    await unlessGone(utils.client.passkeys.remove.mutate({ id }));
    await changed();
  }

  /** Another second factor, or one less, ends the other sessions. */
  const changed = () =>
    Promise.all([
      utils.passkeys.list.invalidate(),
      utils.twoFactor.status.invalidate(),
      utils.sessions.list.invalidate(),
    ]);

  if (hasCodes)
    return (
      <RecoveryCodes
        message="Your passkey is added. Your other sessions have ended."
        codes={newCodes}
        username={username}
        onKept={() => setNewCodes([])}
      />
    );
  if (!passkeys)
    return <QueryPlaceholder query={query} message="Failed to load the passkeys" className="h-37 md:h-29" />;
  return (
    <div ref={panel} className="space-y-4">
      <FormAlert>{codesMayBeLost && passkeys.length > 0 && CODES_NOT_SHOWN}</FormAlert>
      {passkeys.length > 0 ? (
        <ul className="divide-y divide-line rounded-md border border-line">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => renaming.show(passkey)}
              onRemove={() => removing.show(passkey)}
            />
          ))}
        </ul>
      ) : (
        <p className="max-w-prose text-base text-ink-soft">
          You have no passkeys yet. With one, a fingerprint, a face or a PIN replaces the password and the
          code.
        </p>
      )}
      {passkeys.length < LIMITS.passkeys.max && (
        <PasskeyButton
          // Its error does not outlive an addition that worked after all.
          key={passkeys.length}
          label="Add a passkey"
          variant={passkeys.length === 0 ? 'primary' : 'secondary'}
          fallback="Failed to add the passkey"
          run={add}
          onDone={async ({ recoveryCodes }) => {
            setNewCodes(recoveryCodes);
            setCodesMayBeLost(false);
            await changed();
          }}
          onFailed={() => {
            setCodesMayBeLost(passkeys.length === 0 && !protectedByApp);
            void changed();
          }}
        />
      )}
      {!supportsPasskeys() && (
        <p className="text-sm text-ink-faint">
          This browser cannot add passkeys here. They need a recent browser and a site with https.
        </p>
      )}
      {renaming.render((passkey, props) => (
        <RenamePasskey {...props} passkey={passkey} />
      ))}
      {removing.render((passkey, props) => (
        <ConfirmDialog
          {...props}
          title={`Remove ${passkey.name}?`}
          named={passkey.name}
          confirmLabel="Remove"
          danger
          onConfirm={() => remove(passkey)}
          focusAfter={panel}
          failureText={(error) => writeErrorText(error, 'Failed to remove the passkey')}
        >
          It will no longer log in to this site, and your other sessions will end. Delete it from your device
          or password manager, too.
        </ConfirmDialog>
      ))}
    </div>
  );
}

interface PasskeyRowProps {
  passkey: PasskeyView;
  onRename: () => void;
  onRemove: () => void;
}

function PasskeyRow({ passkey: { name, created, lastUsed, synced }, onRename, onRemove }: PasskeyRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-3 px-3 py-2.5 md:px-4">
      <KeyRound aria-hidden className="size-5 shrink-0 text-ink-faint" strokeWidth={1.5} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base font-medium">
          <span className="wrap-anywhere">{name}</span>
          {synced && <Badge>Synced</Badge>}
        </p>
        <p className="text-sm text-ink-soft">
          {lastUsed ? (
            <>
              Last used <MomentText iso={lastUsed} />
            </>
          ) : (
            'Not used yet'
          )}
        </p>
        <p className="text-xs text-ink-faint">
          Added <MomentText iso={created} />
        </p>
      </div>
      <div className="flex gap-2">
        <Button aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </Button>
        <Button variant="danger" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}

export function RenamePasskey({ passkey, open, onClose }: DialogState & { passkey: PasskeyView }) {
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
      named={passkey.name}
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
        error={rename.error && writeErrorText(rename.error, 'Failed to rename the passkey')}
      />
    </FormDialog>
  );
}
