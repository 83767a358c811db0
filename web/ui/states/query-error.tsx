import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { errorText } from '../../lib/server/errors.ts';
import type { Query } from '../../lib/server/fetched.ts';
import { ErrorState, Skeleton } from './states.tsx';

interface QueryErrorProps {
  query: Pick<Query<unknown>, 'error' | 'isFetching' | 'refetch'>;
  /** Shown when the server gives no reason. */
  message?: string;
  /** As for `ErrorState`. */
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
  /** The size of the content to come. */
  className: string;
}

/** In place of the data of a query: a skeleton, or the error. */
export const QueryPlaceholder = ({ className, ...error }: QueryPlaceholderProps) =>
  error.query.error ? <QueryError {...error} /> : <Skeleton className={className} />;
