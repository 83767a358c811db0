import { KINDS, SALE_KINDS } from '../../src/contract/sale/kinds.ts';

/** The kinds of sales with their labels, to choose from. */
export const KIND_OPTIONS = SALE_KINDS.map((value) => ({ value, label: KINDS[value].label }));
