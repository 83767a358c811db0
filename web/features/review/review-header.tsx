import { SCREEN_TITLES } from '../../lib/paths.ts';

/**
 * The title of Review. On wide screens it is in the row of the tabs, so that the open sale begins high on the screen.
 *
 * @param note one more sentence
 */
export const ReviewHeader = ({ note = '' }: { note?: string }) => (
  <div className="max-lg:mb-5 max-lg:w-full lg:contents">
    <h1 className="text-2xl font-semibold tracking-tight lg:mr-4 lg:self-center">{SCREEN_TITLES.review}</h1>
    <p className="max-w-prose text-base text-ink-soft max-lg:mt-1 lg:order-last lg:ml-auto lg:self-center lg:text-sm">
      <span className="lg:hidden">Approve sales that match their proof. Correct or reject the others. </span>
      {note}
    </p>
  </div>
);

/** The title before the tabs are there, at its place in their row. */
export const ReviewOpening = () => (
  <div className={`${REVIEW_TOP} flex flex-wrap gap-x-4 border-line lg:min-h-11 lg:border-b`}>
    <ReviewHeader />
  </div>
);

/** Closer to the top of the page than other titles, for the same reason. */
export const REVIEW_TOP = 'lg:-mt-4';
