const rules = new Intl.PluralRules('en-US');

/** The noun for a count: `sale` for 1, `sales` for 0 or 2. */
export const plural = (count: number, one: string, other = `${one}s`): string =>
  rules.select(count) === 'one' ? one : other;

const grouped = new Intl.NumberFormat('en-US');

/** A number with thousands separators: `1,204`. */
export const formatNumber = (value: number): string => grouped.format(value);

/** A count with its noun: `1 sale`, `1,204 sales`. */
export const counted = (count: number, one: string, other?: string): string =>
  `${formatNumber(count)} ${plural(count, one, other)}`;
