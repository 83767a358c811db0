/** The meta element of every page on a site that shows generated sales. */
export const DEMO_META = 'marketdex:sales';
