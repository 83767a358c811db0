import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { errorText } from '../../lib/server/errors.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../ui/overlays/toast.tsx';
import { useDialog } from '../../ui/overlays/use-dialog.ts';
import { QueryPlaceholder } from '../../ui/states/query-error.tsx';

/** The address of the user's Atom feed, which can be replaced. */
export function FeedAddress() {
  const { follows } = trpc.useUtils();
  const query = trpc.follows.feed.useQuery({});
  const { data } = query;
  const renewing = useDialog<true>();
  const renew = trpc.follows.renewFeed.useMutation({
    onSuccess: (address) => {
      follows.feed.setData({}, address);
      showToast('Your Atom feed has a new address.', { tone: 'success' });
    },
  });
  const failureText = (error: unknown) => errorText(error, 'Failed to create the address');

  if (!data) return <QueryPlaceholder query={query} message={MESSAGES.fetchFailed} className="h-11" />;
  if (data.url === null)
    return (
      <div className="space-y-3">
        <p className="text-base text-ink-soft">
          {data.created === null
            ? 'It lists matches of the searches you follow by Atom feed.'
            : 'Your address works, but cannot be shown any more. It stops working when you create a new one.'}
        </p>
        <Button pending={renew.isPending} onClick={() => renew.mutate({})}>
          {data.created === null ? 'Create the feed address' : 'Create a new address'}
        </Button>
        <FormAlert>{renew.error && failureText(renew.error)}</FormAlert>
      </div>
    );
  return (
    <div className="space-y-3">
      <p className="rounded-md bg-sunken px-3 py-2 text-sm wrap-anywhere select-all">
        <code>{data.url}</code>
      </p>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={data.url} label="Copy the address" />
        <Button onClick={() => renewing.show(true)}>Create a new address</Button>
      </div>
      {renewing.subject && (
        <ConfirmDialog
          key={renewing.key}
          {...renewing.props}
          title="Create a new address for your Atom feed?"
          confirmLabel="Create a new address"
          danger
          onConfirm={() => renew.mutateAsync({})}
          failureText={failureText}
        >
          <p>
            The current address stops working immediately. Feed readers need the new one. This cannot be
            undone.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
