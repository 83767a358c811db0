/**
 * A share in percent, rounded: `2.5%`. Only none is `0%` and only all is `100%`: shares next to them are `under 0.1%` and
 * `over 99.9%`.
 *
 * @param digits decimal places
 */
export function shareText(share: number, digits = 0): string {
  const percent = share * 100;
  const least = 10 ** -digits;
  if (share > 0 && percent < least) return `under ${least}%`;
  if (share < 1 && percent > 100 - least) return `over ${100 - least}%`;
  return `${Number(percent.toFixed(digits))}%`;
}
