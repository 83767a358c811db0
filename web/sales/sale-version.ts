import type { AnySale } from '../../src/contract/sale/sale.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { errorData } from '../lib/server/errors.ts';

/** A sale as a request that changes it names it: the server refuses when the version is outdated. */
export const versionOf = ({ sale_id: id, version }: AnySale) => ({ id, version });

export const isStaleVersion = (error: unknown): boolean => errorData(error)?.reason === 'STALE_VERSION';

/** The message for a change that was refused because the sale is no longer the version it was made to. */
export const CHANGED_MEANWHILE = `${MESSAGES.saleChanged} Its current state is shown; your input is kept.`;
