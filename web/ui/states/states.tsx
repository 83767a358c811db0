import { RotateCw, TriangleAlert } from 'lucide-react';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';

/** A placeholder in the size of the content to come. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        'block rounded-sm bg-line/80 forced-colors:border motion-safe:animate-[breathe_1.4s_ease-in-out_infinite]',
        className,
      )}
    />
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
          : 'flex-col items-center border-line bg-surface px-6 py-12',
      )}
    >
      <p className="flex gap-2 text-base font-medium">
        <TriangleAlert aria-hidden className="mt-0.75 size-4.5 shrink-0" />
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
