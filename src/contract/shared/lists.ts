const and = new Intl.ListFormat('en-GB');
const or = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** `a, b and c` */
export const andList = (parts: Iterable<string>): string => and.format(parts);

/** `a, b or c` */
export const orList = (parts: Iterable<string>): string => or.format(parts);
