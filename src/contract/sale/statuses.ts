export const SALE_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type SaleStatus = (typeof SALE_STATUSES)[number];

export const DECISIONS = ['approved', 'rejected'] as const;
export type Decision = (typeof DECISIONS)[number];
