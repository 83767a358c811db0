export const SALE_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type SaleStatus = (typeof SALE_STATUSES)[number];

export const STATUS_LABELS: Record<SaleStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
};

export const DECISIONS = ['approved', 'rejected'] as const;
export type Decision = (typeof DECISIONS)[number];
