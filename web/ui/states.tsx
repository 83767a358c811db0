import { RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';

/** A placeholder in the size of the content to come. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        'block rounded-sm bg-line/80 motion-safe:animate-[breathe_1.4s_ease-in-out_infinite]',
        className,
      )}
    />
  );
}

interface EmptyStateProps {
  title: string;
  /** 1 when the title is the heading of the whole page. */
  headingLevel?: 1 | 2;
  children?: ReactNode;
  /** What to do about it. */
  action?: ReactNode;
}

/** Explains why a list is empty, and what to do about it. */
export function EmptyState({ title, headingLevel = 2, children, action }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-14 text-center">
      <svg viewBox="0 0 70 40" aria-hidden className="mb-3 h-12 fill-none stroke-line-strong">
        {[0, 12, 24, 36, 48, 60].map((x) => (
          <rect key={x} x={x + 0.75} y={0.75} width={8} height={38} rx={1.5} strokeDasharray="3 2.5" />
        ))}
      </svg>
      <Heading className="text-lg font-semibold">{title}</Heading>
      {children && <div className="max-w-md text-base text-ink-soft">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  message: string;
  onRetry?: () => unknown;
  retrying?: boolean;
  /** A line above content that is still shown, instead of a box in its place. */
  banner?: boolean;
}

/** An error with a Retry button. */
export function ErrorState({ message, onRetry, retrying = false, banner = false }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={cx(
        'flex gap-x-4 gap-y-3 rounded-md border text-rejected',
        banner
          ? 'flex-wrap items-center justify-between border-rejected/40 bg-rejected-soft px-4 py-2.5'
          : 'flex-col items-center border-line bg-surface px-6 py-12 text-center',
      )}
    >
      <p className="flex items-center gap-2 text-base font-medium">
        <TriangleAlert aria-hidden className="size-4.5 shrink-0" />
        {message}
      </p>
      {onRetry && (
        <Button pending={retrying} onClick={onRetry} icon={<RotateCw aria-hidden className="size-4" />}>
          Retry
        </Button>
      )}
    </div>
  );
}

/** An error of a form as a whole, above its button. */
export function FormAlert({ children }: { children: ReactNode }) {
  return (
    <div role="alert">
      {children && (
        <p className="flex items-start gap-2 rounded-md bg-rejected-soft px-3 py-2 text-sm font-medium text-rejected">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{children}</span>
        </p>
      )}
    </div>
  );
}
