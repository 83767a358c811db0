import { TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import type { ChannelName } from '../../src/contract/inbox/inbox.ts';
import type { Notices } from '../../src/contract/inbox/notices.ts';
import { PROFILE_PATH } from '../lib/paths.ts';
import { trpc } from '../lib/server/trpc.ts';
import { writeErrorText } from '../lib/server/write-outcome.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/overlays/toast.tsx';
import { MomentText } from '../ui/time/moment-text.tsx';
import { CHANNEL_SUBJECTS } from './channel-labels.ts';

interface ChannelProblemProps {
  channel: ChannelName;
  notices: Notices;
}

/** Why a channel fails or is paused, and how to resume it; nothing while it works. */
export function ChannelProblem({ channel, notices }: ChannelProblemProps) {
  const utils = trpc.useUtils();
  const resume = trpc.notices.resume.useMutation({
    onSuccess: (settings) => utils.notices.settings.setData({}, settings),
    onError: (error) => void showToast(writeErrorText(error, 'Failed to resume'), { tone: 'alert' }),
  });
  const { failing_since: since, last_error: error, paused_since: paused } = notices[channel];
  if (since === null) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-rejected/40 bg-rejected-soft px-4 py-2.5 text-base text-rejected">
      <div className="flex min-w-0 gap-2">
        <TriangleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0" />
        <div className="min-w-0 wrap-anywhere">
          <p className="font-medium">
            {`${CHANNEL_SUBJECTS[channel]} are ${paused ? 'paused' : 'not delivered'}.`} They have failed
            since <MomentText iso={since} />.
          </p>
          {error && <p className="text-sm">{error}</p>}
        </div>
      </div>
      {paused && (
        <Button pending={resume.isPending} onClick={() => resume.mutate({ channel })}>
          Resume
        </Button>
      )}
    </div>
  );
}

/** Why the channel email delivers nothing, while the address of the account is not confirmed. */
export const UnconfirmedAddress = () => (
  <p className="text-base">
    Confirm your email address to get emails.{' '}
    <Link href={PROFILE_PATH} className="link">
      Email address
    </Link>
  </p>
);
