import { LIMITS } from '../contract/shared/limits.ts';
import { invalidInput } from '../lib/errors.ts';

export interface PageRequest {
  page?: number | undefined;
  limit?: number | undefined;
}

/**
 * Page, limit and offset of a list, with defaults.
 *
 * @throws DomainError invalid when `page × limit` exceeds 100,000 rows (docs/api.md "Ground rules").
 */
export function pageBounds({ page = 1, limit = LIMITS.list.default }: PageRequest) {
  if (page * limit > LIMITS.offset) {
    const maxRows = LIMITS.offset.toLocaleString('en-US');
    throw invalidInput([
      { field: 'page', message: `Lists are limited to ${maxRows} rows: narrow the filter to see more` },
    ]);
  }
  return { page, limit, offset: (page - 1) * limit };
}
