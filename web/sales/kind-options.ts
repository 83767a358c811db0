import { KINDS, SALE_KINDS } from '../../src/contract/sale/kinds.ts';

export const KIND_OPTIONS = SALE_KINDS.map((value) => ({ value, label: KINDS[value].label }));
