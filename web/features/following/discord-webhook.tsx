import { type RefObject, useRef } from 'react';
import { type Notices, zSetWebhook } from '../../../src/contract/inbox/notices.ts';
import { ChannelProblem } from '../../follows/channel-problem.tsx';
import { registered, showRefusal, useSchemaForm } from '../../lib/forms.ts';
import { errorText } from '../../lib/server/errors.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { FormSuccess } from '../../ui/form-success.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../ui/overlays/toast.tsx';
import { useDialog } from '../../ui/overlays/use-dialog.ts';

/** Connects, tests and removes the user's own Discord webhook. Its address is not shown again. */
export function DiscordWebhook({ notices }: { notices: Notices }) {
  const panel = useRef<HTMLDivElement>(null);
  return (
    <div ref={panel} className="max-w-xl space-y-4">
      <ChannelProblem channel="discord" notices={notices} />
      {notices.discord.connected && <Connected panel={panel} />}
      <Connect connected={notices.discord.connected} />
    </div>
  );
}

/** @param panel what stays after the removal */
function Connected({ panel }: { panel: RefObject<HTMLElement | null> }) {
  const { client, notices } = trpc.useUtils();
  const removing = useDialog<true>();
  const test = trpc.notices.testWebhook.useMutation({ onSettled: () => notices.settings.invalidate() });

  async function remove() {
    notices.settings.setData({}, await client.notices.removeWebhook.mutate({}));
    showToast('The Discord webhook was removed.', { tone: 'success' });
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone="approved">Connected</Badge>
        <Button pending={test.isPending} onClick={() => test.mutate({})}>
          Send a test message
        </Button>
        <Button variant="danger" onClick={() => removing.show(true)}>
          Remove
        </Button>
      </div>
      <FormSuccess>{test.data?.message}</FormSuccess>
      <FormAlert>{test.error && errorText(test.error, 'Failed to send the test message')}</FormAlert>
      {removing.subject && (
        <ConfirmDialog
          key={removing.key}
          {...removing.props}
          title="Remove your Discord webhook?"
          confirmLabel="Remove"
          danger
          onConfirm={remove}
          focusAfter={panel}
          failureText={(error) => errorText(error, 'Failed to remove the webhook')}
        >
          <p>Nothing is posted to your Discord any more. You can connect it again with its address.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function Connect({ connected }: { connected: boolean }) {
  const { notices } = trpc.useUtils();
  const form = useSchemaForm(zSetWebhook, { url: '' });
  const connect = trpc.notices.setWebhook.useMutation({
    gcTime: 0,
    onSuccess: (settings) => {
      form.reset();
      notices.settings.setData({}, settings);
      showToast('Your Discord is connected. Send a test message to try it.', { tone: 'success' });
    },
    onError: (error) => showRefusal(form, error, 'Failed to connect your Discord'),
  });
  return (
    <form
      noValidate
      className="space-y-3"
      onSubmit={(event) => void form.handleSubmit((input) => connect.mutate(input))(event)}
    >
      <TextField
        {...registered(form, 'url')}
        label={connected ? 'Another webhook' : 'Webhook address'}
        hint="In Discord: Edit channel, Integrations, Webhooks, Copy webhook URL."
        type="url"
        autoComplete="off"
        spellCheck={false}
      />
      <FormAlert>{form.formState.errors.root?.message}</FormAlert>
      <Button type="submit" {...(!connected && { variant: 'primary' })} pending={connect.isPending}>
        {connected ? 'Replace' : 'Connect'}
      </Button>
    </form>
  );
}
