import { useAnnouncement } from '../live-region.tsx';

const LABEL = 'Loading…';

/** The loading text. It stays hidden for the first 200 ms. */
export function Loading({ fullScreen = false }: { fullScreen?: boolean }) {
  useAnnouncement(LABEL);
  return (
    <div className={`grid place-items-center text-ink-faint ${fullScreen ? 'min-h-dvh' : 'min-h-[60vh]'}`}>
      <span className="appear-late">{LABEL}</span>
    </div>
  );
}
