import { MESSAGES } from '../../src/contract/messages.ts';
import { ErrorState } from './states.tsx';

/** Stands for a part of the page whose script could not be fetched: the rest of the page is none the worse. */
export const NotLoaded = () => (
  <ErrorState banner message={MESSAGES.fetchFailed} onRetry={() => location.reload()} />
);
