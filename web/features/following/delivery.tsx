import { type RefObject, useRef } from 'react';
import { type Notices, zSetWebhook } from '../../../src/contract/inbox/notices.ts';
import { ChannelProblem, UnconfirmedAddress } from '../../follows/channel-problem.tsx';
import { formProps, registered, showRefusal, useSchemaForm } from '../../lib/forms.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { NO_RESPONSE, writeErrorText } from '../../lib/server/write-outcome.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { FormAlert, FormSuccess } from '../../ui/form-messages.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../ui/overlays/toast.tsx';
import { useDialog } from '../../ui/overlays/use-dialog.ts';
import { Panel, Section } from '../../ui/page/panel.tsx';
import { QueryPlaceholder } from '../../ui/states/states.tsx';

const UNKNOWN_OUTCOME = 'No response arrived. Look in your channel before you try again.';

/** The channels of all followed searches: their addresses, and what went wrong. */
export function Delivery() {
  const query = trpc.notices.settings.useQuery({});
  const notices = query.data;
  return (
    <section aria-label="Delivery" className="space-y-4">
      <h2 className="text-xl font-semibold tracking-tight">Delivery</h2>
      {notices ? (
        <Panel>
          <Section title="Email" about="At once, or a digest once a day or once a week.">
            <div className="space-y-3">
              <ChannelProblem channel="email" notices={notices} />
              {notices.email.confirmed ? (
                <p className="text-base">
                  Sent to the email address of your account. <Badge tone="approved">Confirmed</Badge>
                </p>
              ) : (
                <UnconfirmedAddress />
              )}
            </div>
          </Section>
          <Section title="Your Discord" about="A webhook of a channel on your own Discord server.">
            <DiscordWebhook notices={notices} />
          </Section>
          <Section
            title="Atom feed"
            about="For feed readers. Anyone who knows the link can read it, so keep it to yourself."
          >
            <FeedAddress />
          </Section>
        </Panel>
      ) : (
        <QueryPlaceholder query={query} className="h-96 rounded-lg!" />
      )}
    </section>
  );
}

/** Connects, tests and removes the user's own Discord webhook. Its address is not shown again. */
function DiscordWebhook({ notices }: { notices: Notices }) {
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
      <FormAlert>
        {test.error && writeErrorText(test.error, 'Failed to send the test message', UNKNOWN_OUTCOME)}
      </FormAlert>
      {removing.render((_, props) => (
        <ConfirmDialog
          {...props}
          title="Remove your Discord webhook?"
          confirmLabel="Remove"
          danger
          onConfirm={remove}
          focusAfter={panel}
          failureText={(error) => writeErrorText(error, 'Failed to remove the webhook')}
        >
          <p>Nothing more will be posted to your Discord. You can connect it again with its URL.</p>
        </ConfirmDialog>
      ))}
    </>
  );
}

function Connect({ connected }: { connected: boolean }) {
  const { notices } = trpc.useUtils();
  // A webhook is optional: its field may be left empty.
  const form = useSchemaForm(zSetWebhook, { url: '' }, 'onSubmit');
  const connect = trpc.notices.setWebhook.useMutation({
    gcTime: 0,
    onSuccess: (settings) => {
      form.reset();
      notices.settings.setData({}, settings);
      showToast('Your Discord is connected. Send a test message to try it.', { tone: 'success' });
    },
    onError: (error) => showRefusal(form, error, 'Failed to connect your Discord', NO_RESPONSE),
  });
  return (
    <form {...formProps(form, (input) => connect.mutate(input))} className="space-y-3">
      <TextField
        {...registered(form, 'url')}
        label={connected ? 'Another webhook' : 'Webhook URL'}
        hint="In Discord: Edit channel, Integrations, Webhooks, Copy webhook URL."
        type="url"
        autoComplete="off"
        spellCheck={false}
      />
      <FormAlert>{form.formState.errors.root?.message}</FormAlert>
      <Button type="submit" variant={connected ? 'secondary' : 'primary'} pending={connect.isPending}>
        {connected ? 'Replace' : 'Connect'}
      </Button>
    </form>
  );
}

function FeedAddress() {
  const { follows } = trpc.useUtils();
  const query = trpc.follows.feed.useQuery({});
  const { data } = query;
  const renewing = useDialog<true>();
  const renew = trpc.follows.renewFeed.useMutation({
    onSuccess: (address) => {
      follows.feed.setData({}, address);
      showToast('Your Atom feed has a new link.', { tone: 'success' });
    },
  });
  const failureText = (error: unknown) => writeErrorText(error, 'Failed to create the link');

  if (!data) return <QueryPlaceholder query={query} className="h-11" />;
  if (data.url === null)
    return (
      <div className="space-y-3">
        <p className="text-base text-ink-soft">
          {data.created === null
            ? 'It lists matches of the searches you follow by Atom feed.'
            : 'Your link still works, but can no longer be shown. It stops working when you create a new one.'}
        </p>
        <Button pending={renew.isPending} onClick={() => renew.mutate({})}>
          {data.created === null ? 'Create the feed link' : 'Create a new link'}
        </Button>
        <FormAlert>{renew.error && failureText(renew.error)}</FormAlert>
      </div>
    );
  return (
    <div className="space-y-3">
      <p className="tinted text-sm wrap-anywhere select-all">
        <code>{data.url}</code>
      </p>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={data.url} label="Copy link" />
        <Button onClick={() => renewing.show(true)}>Create a new link</Button>
      </div>
      {renewing.render((_, props) => (
        <ConfirmDialog
          {...props}
          title="Create a new link for your Atom feed?"
          confirmLabel="Create a new link"
          danger
          onConfirm={() => renew.mutateAsync({})}
          failureText={failureText}
        >
          <p>The current link stops working at once. Feed readers need the new one. This cannot be undone.</p>
        </ConfirmDialog>
      ))}
    </div>
  );
}
