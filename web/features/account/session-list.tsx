import { Monitor, Smartphone } from 'lucide-react';
import { useRef } from 'react';
import type { SessionView } from '../../../src/contract/accounts/account.ts';
import { counted } from '../../../src/contract/shared/plural.ts';
import { localMoment } from '../../lib/local-moment.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { unlessGone, writeErrorText } from '../../lib/server/write-outcome.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../ui/overlays/toast.tsx';
import { useDialog } from '../../ui/overlays/use-dialog.ts';
import { QueryError, Skeleton } from '../../ui/states/states.tsx';
import { MomentText } from '../../ui/time/moment-text.tsx';

/** Devices of one kind have the same name. */
const sessionName = ({ device, lastSeen }: SessionView) =>
  `the session of ${device}, last seen ${localMoment(lastSeen, 'minute')}`;

const isPhone = (device: string): boolean => /iPhone|iPad|Android/.test(device);

/** The account's sessions. All but the current one can be ended, after a confirmation that names their devices. */
export function SessionList() {
  const utils = trpc.useUtils();
  const query = trpc.sessions.list.useQuery({});
  const sessions = query.data?.data;
  const dialog = useDialog<SessionView[]>();
  const list = useRef<HTMLDivElement>(null);

  async function end(only: SessionView | undefined) {
    try {
      if (only) {
        await unlessGone(utils.client.sessions.end.mutate({ id: only.id }));
        showToast(`The session of ${only.device} has ended.`, { tone: 'success' });
      } else {
        const { ended } = await utils.client.sessions.endOthers.mutate({});
        showToast(`${counted(ended, 'session has', 'sessions have')} ended.`, { tone: 'success' });
      }
    } finally {
      void utils.sessions.list.invalidate();
    }
  }

  const failure = query.isError && (
    <QueryError banner={sessions !== undefined} query={query} message="Failed to load your sessions" />
  );
  if (!sessions) return failure || <Skeleton className="h-40" />;

  const others = sessions.filter((session) => !session.current);
  return (
    <div ref={list} className="space-y-4">
      {failure}
      <ul className="divide-y divide-line rounded-md border border-line">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => dialog.show([session])} />
        ))}
      </ul>
      {others.length > 1 && (
        <Button variant="danger" onClick={() => dialog.show(others)}>
          End all other sessions
        </Button>
      )}
      {others.length === 0 && <p className="text-sm text-ink-faint">No other sessions</p>}
      {dialog.render((ending, props) => {
        const only = ending.length === 1 ? ending[0] : undefined;
        return (
          <ConfirmDialog
            {...props}
            title={only ? `End ${sessionName(only)}?` : `End ${ending.length} other sessions?`}
            confirmLabel={only ? 'End session' : `End ${ending.length} sessions`}
            danger
            onConfirm={() => end(only)}
            focusAfter={list}
            failureText={(error) => writeErrorText(error, 'Failed to end the session')}
          >
            <ul className="mb-3 space-y-1">
              {ending.map(({ id, device, address, lastSeen }) => (
                <li key={id}>
                  <span className="font-medium text-ink">{device}</span>, {address ?? 'IP address unknown'},
                  last seen <MomentText iso={lastSeen} />
                </li>
              ))}
            </ul>
            {only ? 'Its device is' : 'Their devices are'} logged out at once. This cannot be undone, but you
            can log in there again.
          </ConfirmDialog>
        );
      })}
    </div>
  );
}

function SessionRow({ session, onEnd }: { session: SessionView; onEnd: () => void }) {
  const { device, address, created, lastSeen, current } = session;
  const Icon = isPhone(device) ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-3 px-3 py-2.5 md:px-4">
      <Icon aria-hidden className="size-5 shrink-0 text-ink-faint" strokeWidth={1.5} />
      {/* With large text, the button is below. */}
      <div className="min-w-0 grow basis-40">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base font-medium">
          {device}
          {current && <Badge tone="accent">This device</Badge>}
        </p>
        <p className="text-sm text-ink-soft">
          {address ?? 'IP address unknown'} · last seen <MomentText iso={lastSeen} />
        </p>
        <p className="text-xs text-ink-faint">
          Logged in <MomentText iso={created} />
        </p>
      </div>
      {!current && (
        <Button variant="danger" aria-label={`End ${sessionName(session)}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  );
}
