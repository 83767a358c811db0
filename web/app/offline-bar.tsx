import { WifiOff } from 'lucide-react';
import { useSession } from '../lib/server/session.tsx';
import { useOnline } from '../ui/hooks/use-online.ts';
import { useAnnouncement } from '../ui/live-region.tsx';

const OFFLINE = 'No network. What you see may be out of date.';
const UNREACHABLE = 'The site cannot be reached. You stay signed in, and it is tried again.';

/** A line at the top of every page while the device has no network, or the session could not be checked. */
export function OfflineBar() {
  const isOnline = useOnline();
  const { status } = useSession();
  const label = isOnline ? status === 'unreachable' && UNREACHABLE : OFFLINE;
  useAnnouncement(label);
  if (!label) return null;
  return (
    <aside
      aria-label="Network"
      className="flex items-center justify-center gap-2 border-line border-b bg-pending-soft px-4 py-2 text-base text-pending"
    >
      <WifiOff aria-hidden className="size-4 shrink-0" />
      {label}
    </aside>
  );
}
