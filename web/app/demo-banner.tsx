import { DEMO_META } from '../../src/contract/market/page-meta.ts';

/** Set by the server in the document, so that the banner does not move the page when it appears. */
const IS_DEMO = document.querySelector(`meta[name="${DEMO_META}"]`) !== null;

/** Says on every screen of a site with generated sales that they are not real. */
export const DemoBanner = () =>
  IS_DEMO && (
    <aside
      aria-label="Demo data"
      className="bg-pending-soft px-4 py-2 text-center text-sm font-medium text-balance text-pending"
    >
      Demo data: the sales on this site are generated. They are not real.
    </aside>
  );
