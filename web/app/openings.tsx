import type { ReactNode } from 'react';
import { MarketHeader } from '../features/market/market-header.tsx';
import { ReviewOpening } from '../features/review/review-header.tsx';
import { SubmitHeader } from '../features/submit/submit-header.tsx';
import type { ScreenName } from '../lib/paths.ts';

/**
 * The parts of screens that are drawn before everything else: by the server in the document, and by the client while the
 * script of the screen loads. Null for a screen that starts with data: only the site's header is drawn.
 */
export const OPENINGS: Readonly<Partial<Record<ScreenName, ReactNode>>> = {
  market: <MarketHeader />,
  item: null,
  pokemon: null,
  sale: null,
  submit: <SubmitHeader />,
  review: <ReviewOpening />,
};
