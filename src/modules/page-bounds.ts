import { LIMITS } from '../contract/shared/limits.ts';
import { invalidInput } from '../lib/errors.ts';

export interface PageRequest {
  page?: number | undefined;
  limit?: number | undefined;
}

/**
 * Page and limit of a list with their defaults.
 *
 * @throws DomainError invalid when `page × limit` reaches beyond 100,000 rows (docs/api.md "Ground rules").
 */
export function pageBounds({ page = 1, limit = LIMITS.list.default }: PageRequest) {
  if (page * limit > LIMITS.offset) {
    const reach = LIMITS.offset.toLocaleString('en-US');
    throw invalidInput([
      { field: 'page', message: `Lists reach as far as ${reach} rows: narrow the filter to see more` },
    ]);
  }
  return { page, limit, offset: (page - 1) * limit };
}
