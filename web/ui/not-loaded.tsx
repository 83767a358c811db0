import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { ErrorState } from './states.tsx';

/** Replaces a part of the page whose script could not be fetched. */
export const NotLoaded = () => (
  <ErrorState banner message={MESSAGES.fetchFailed} onRetry={() => location.reload()} />
);
