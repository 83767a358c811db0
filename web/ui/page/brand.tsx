import { Link } from 'wouter';
import { PATHS } from '../../lib/paths.ts';

/** The mark: an IV spread, 31/31/x/0/x/31. */
export function Mark({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 44 32" aria-hidden className={className}>
      <rect x="0" width="5" height="32" rx="1.2" className="fill-accent" />
      <rect x="7.8" width="5" height="32" rx="1.2" className="fill-accent" />
      <rect x="15.6" y="13" width="5" height="19" rx="1.2" className="fill-ink-faint" />
      <rect
        x="24"
        y="0.75"
        width="3.5"
        height="30.5"
        rx="1"
        className="fill-none stroke-line-strong"
        strokeWidth="1.5"
      />
      <rect x="31.2" y="7" width="5" height="25" rx="1.2" className="fill-ink-faint" />
      <rect x="39" width="5" height="32" rx="1.2" className="fill-accent" />
    </svg>
  );
}

export function Brand() {
  return (
    <Link href={PATHS.market} className="inline-flex min-h-11 items-center gap-2.5 rounded-sm">
      <Mark className="h-5" />
      <span translate="no" className="text-lg font-semibold tracking-tight">
        Market<span className="text-accent">Dex</span>
      </span>
    </Link>
  );
}
