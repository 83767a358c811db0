import { RotateCw, TriangleAlert } from 'lucide-react';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { errorText } from '../../lib/server/errors.ts';
import type { Query } from '../../lib/server/fetched.ts';
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

export const Skeletons = ({ count, className }: { count: number; className: string }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: they have no identity but their place
  Array.from({ length: count }, (_, place) => <Skeleton key={place} className={className} />);

interface ErrorStateProps {
  message: string;
  onRetry?: () => unknown;
  retryLabel?: string;
  retrying?: boolean;
  /** A line above content that is still shown, instead of a box in its place. */
  banner?: boolean;
}

export function ErrorState({
  message,
  onRetry,
  retryLabel = 'Retry',
  retrying = false,
  banner = false,
}: ErrorStateProps) {
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
        <Button pending={retrying} onClick={onRetry} icon={RotateCw}>
          {retryLabel}
        </Button>
      )}
    </div>
  );
}

interface QueryErrorProps {
  query: Pick<Query<unknown>, 'error' | 'isFetching' | 'refetch'>;
  /** Shown when the server gives no reason. */
  message?: string;
  banner?: boolean;
}

/** The error of a query, with a button that repeats it. */
export const QueryError = ({
  query: { error, isFetching, refetch },
  message = MESSAGES.fetchFailed,
  banner = false,
}: QueryErrorProps) => (
  <ErrorState banner={banner} message={errorText(error, message)} onRetry={refetch} retrying={isFetching} />
);

interface QueryPlaceholderProps extends QueryErrorProps {
  className: string;
}

/** In place of the data of a query: a skeleton, or the error. */
export const QueryPlaceholder = ({ className, ...error }: QueryPlaceholderProps) =>
  error.query.error ? <QueryError {...error} /> : <Skeleton className={className} />;
