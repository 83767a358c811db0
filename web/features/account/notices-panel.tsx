import {
  type NoticeSettings,
  type Notices,
  SUBMISSION_NOTICES,
  type SubmissionNotice,
} from '../../../src/contract/inbox/notices.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { recordFor } from '../../../src/contract/shared/record.ts';
import { ChannelProblem, UnconfirmedAddress } from '../../follows/channel-problem.tsx';
import { PATHS } from '../../lib/paths.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { writeErrorText } from '../../lib/server/write-outcome.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { showToast } from '../../ui/overlays/toast.tsx';
import { Panel, Section } from '../../ui/page/panel.tsx';
import { QueryPlaceholder, Skeleton } from '../../ui/states/states.tsx';

const FAILED = 'Failed to load your notice settings';

const NOTICE_LABELS: Record<SubmissionNotice, string> = {
  approved: 'Approved',
  rejected: 'Rejected, with the reason',
  corrected: 'Corrected by a reviewer',
  returned: 'Returned to review',
};

export function NoticesPanel() {
  const query = trpc.notices.settings.useQuery({});
  const notices = query.data;
  if (!notices) return <QueryPlaceholder query={query} message={FAILED} className="h-96 rounded-lg!" />;
  return (
    <Panel>
      <Section title="Your submissions" about="What happens to a sale that you submitted.">
        <div className="space-y-4">
          <ChannelProblem channel="email" notices={notices} />
          {!notices.email.confirmed && <UnconfirmedAddress />}
          <SubmissionNotices notices={notices} />
        </div>
      </Section>
      <Section
        title="Searches you follow"
        about="Each has its own channels: inbox, email, Discord, Atom feed."
      >
        <Followed />
      </Section>
    </Panel>
  );
}

/** A switch for each notice and channel, saved at once. */
function SubmissionNotices({ notices: { submissions } }: { notices: Notices }) {
  const { notices } = trpc.useUtils();
  const show = (changes: Partial<NoticeSettings>) =>
    notices.settings.setData(
      {},
      (shown) => shown && { ...shown, submissions: { ...shown.submissions, ...changes } },
    );
  const save = trpc.notices.save.useMutation({
    // One after the other, and shown at once: the next change of the same notice includes this one.
    scope: { id: 'notices' },
    onMutate: (changes) => {
      const before = notices.settings.getData({})?.submissions;
      show(changes);
      return before;
    },
    onSuccess: (_, changes) => show(changes),
    onError: (error, changes, before) => {
      // The settings cannot always be read again.
      if (before)
        show(
          recordFor(
            SUBMISSION_NOTICES.filter((notice) => changes[notice]),
            (notice) => before[notice],
          ),
        );
      showToast(writeErrorText(error, MESSAGES.saveFailed), { tone: 'alert' });
      return notices.settings.invalidate();
    },
  });
  function change(notice: SubmissionNotice, channel: keyof NoticeSettings[SubmissionNotice], on: boolean) {
    const latest = notices.settings.getData({})?.submissions ?? submissions;
    save.mutate({ [notice]: { ...latest[notice], [channel]: on } });
  }
  return (
    <table
      aria-label="Notices about your submissions"
      aria-busy={save.isPending}
      className="w-full max-w-xl text-base"
    >
      <thead>
        <tr className="text-left">
          <th scope="col" className="overline-label">
            Notice
          </th>
          {['Inbox', 'Email'].map((channel) => (
            <th key={channel} scope="col" className="overline-label w-16 md:w-20">
              {channel}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {SUBMISSION_NOTICES.map((notice) => (
          <tr key={notice}>
            <th scope="row" className="py-1 pr-3 text-left font-normal">
              {NOTICE_LABELS[notice]}
            </th>
            {(['inbox', 'email'] as const).map((channel) => (
              <td key={channel}>
                <Checkbox
                  hideLabel
                  label={`${NOTICE_LABELS[notice]}: ${channel}`}
                  checked={submissions[notice][channel]}
                  onCheckedChange={(on) => change(notice, channel, on)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Followed() {
  const { data } = trpc.follows.list.useQuery({});
  return (
    <div className="flex flex-wrap items-center gap-4">
      {data ? (
        <p className="text-base tabular-nums">
          {data.data.length === 0
            ? 'You follow no searches yet.'
            : `You follow ${data.data.length} of at most ${data.limit} searches.`}
        </p>
      ) : (
        <Skeleton className="h-5 w-48" />
      )}
      <LinkButton href={PATHS.following}>Followed searches</LinkButton>
    </div>
  );
}
