import { DEMO_META } from '../../src/contract/market/page-meta.ts';
import { DEMO_NOTE } from '../ui/page/page-frame.tsx';

/** Set by the server in the document, so that the banner does not move the page when it appears. */
const IS_DEMO = document.querySelector(`meta[name="${DEMO_META}"]`) !== null;

/** Says on every screen of a site with generated sales that they are not real. */
export const DemoBanner = () => IS_DEMO && DEMO_NOTE;
