import type { SaleKind } from '../../contract/sale/kinds.ts';
import { type Condition, filterConditions, type SaleFilter, visibleTo } from './sale.filter.ts';

export const isSet = (value: unknown): boolean => value !== undefined && value !== '';

export const publicConditions = (filter: SaleFilter): Condition[] => [
  ...visibleTo(null),
  ...filterConditions({ ...filter, status: undefined }),
];

/** The conditions for all public sales of a kind. */
export const UNFILTERED: Record<SaleKind, Condition[]> = {
  item: publicConditions({ kind: 'item' }),
  pokemon: publicConditions({ kind: 'pokemon' }),
};
