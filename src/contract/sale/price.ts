const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** A price with thousands separators, without the currency: `1,500,000`. */
export const formatPrice = (price: number): string => grouped.format(price);
