import {
  invalidFields,
  lastPage,
  printFields,
  queryString,
  type Readers,
  readFields,
} from '../../src/contract/market/search-param-values.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import type { UrlStateFormat } from './use-url-state.ts';

interface FieldsFormat<T> {
  /** The value of the parameter `tab`, for a tab whose query string this is. */
  tab?: string;
  /** The state without parameters. */
  start: T;
  /** The parameters, in the order in which they are printed. */
  readers: Readers<T>;
  /** Those that narrow the list. */
  filters?: readonly (keyof T & string)[];
  keepsPage?: readonly (keyof T)[];
}

/** The query string of a state whose fields are parameters of the same names; defaults are left out. */
export function fieldsFormat<T extends object>({
  tab,
  start,
  readers,
  filters = [],
  keepsPage = [],
}: FieldsFormat<T>): Required<UrlStateFormat<T>> {
  const fields = Object.keys(readers) as (keyof T & string)[];
  return {
    read: (search) => {
      const given = { ...start, ...readFields(new URLSearchParams(search), readers, fields) };
      const { page, limit = LIMITS.adminPageSize }: { page?: number; limit?: number } = given;
      return page === undefined ? given : { ...given, page: Math.min(page, lastPage(limit)) };
    },
    print: (params) => {
      const query = new URLSearchParams(tab && { tab });
      printFields(query, Object.fromEntries(fields.map((field) => [field, params[field]])), start);
      return queryString(query);
    },
    ignored: (search) => invalidFields(new URLSearchParams(search), readers, filters),
    keepsPage,
  };
}
