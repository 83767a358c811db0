import { WifiOff } from 'lucide-react';
import { useState } from 'react';
import { useOnline } from '../ui/hooks/use-online.ts';
import { useAnnouncement } from '../ui/live-region.tsx';

const NO_NETWORK = 'No network. What you see may be outdated.';

/** A line at the top of every page while the device has no network. It stays in sight. */
export function OfflineBar() {
  const isOnline = useOnline();
  const [wasOffline, setWasOffline] = useState(false);
  if (!isOnline && !wasOffline) setWasOffline(true);
  useAnnouncement(isOnline ? wasOffline && 'The network is back.' : NO_NETWORK);
  if (isOnline) return null;
  return (
    <aside
      aria-label="Network"
      className="sticky top-0 z-10 flex items-center justify-center gap-2 border-line border-b bg-pending-soft px-4 py-2 text-base text-pending"
    >
      <WifiOff aria-hidden className="size-4 shrink-0" />
      {NO_NETWORK}
    </aside>
  );
}
