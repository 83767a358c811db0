import { Announced } from '../live-region.tsx';

/** The loading text. It stays hidden for the first 200 ms. */
export function Loading({ fullScreen = false }: { fullScreen?: boolean }) {
  return (
    <Announced
      className={`grid place-items-center text-ink-faint ${fullScreen ? 'min-h-dvh' : 'min-h-[60vh]'}`}
    >
      <span className="appear-late">Loading…</span>
    </Announced>
  );
}
