/** The meta element of every page on a site that shows generated sales. */
export const DEMO_META = 'marketdex:sales';

/** The meta element of the page of a name: the name, so that its sales are requested together with its details. */
export const NAME_META = 'marketdex:name';
