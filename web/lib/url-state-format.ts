import { LIMITS } from '../../src/contract/shared/limits.ts';
import {
  invalidFields,
  lastPage,
  printFields,
  queryString,
  type Reader,
  type Readers,
  readFields,
} from '../../src/contract/shared/search-param-values.ts';
import type { UrlStateFormat } from './use-url-state.ts';

/** What readers give. */
export type ValuesOf<R> = { [K in keyof R]: R[K] extends Reader<infer T> ? T : never };

/** The values of parameters: those that `start` has are always there. */
type State<R, S> = Pick<ValuesOf<R>, keyof R & keyof S> & Partial<Omit<ValuesOf<R>, keyof S>>;

export type StateOf<F> = F extends UrlStateFormat<infer T> ? T : never;

interface FieldsFormat<R, S> {
  /** The value of the parameter `tab`, for a tab whose query string this is. */
  tab?: string;
  /** The state without parameters. */
  start: S;
  /** The parameters, in the order in which they are printed. */
  readers: R;
  /** Those that narrow the list. */
  filters?: readonly (keyof R & string)[];
  keepsPage?: readonly (keyof R)[];
}

type Values = Record<string, NonNullable<unknown>>;

/** The query string of a state whose fields are parameters of the same names; defaults are left out. */
export function fieldsFormat<R extends Readers<Values>, const S extends Partial<ValuesOf<R>>>({
  tab,
  start,
  readers,
  filters = [],
  keepsPage = [],
}: FieldsFormat<R, S>) {
  const fields = Object.keys(readers);
  const defaults = { ...start } as Partial<Values>;
  return {
    read(search: string): State<R, S> {
      const read = readFields<Values>(new URLSearchParams(search), readers, fields);
      const given = { ...start, ...read } as State<R, S> & { page?: number; limit?: number };
      const { page, limit = LIMITS.adminPageSize } = given;
      return page === undefined ? given : { ...given, page: Math.min(page, lastPage(limit)) };
    },
    print(params: State<R, S>): string {
      const query = new URLSearchParams(tab && { tab });
      const values: Partial<Values> = params;
      printFields(query, Object.fromEntries(fields.map((field) => [field, values[field]])), start);
      return queryString(query);
    },
    filtersSet(params: State<R, S>): number {
      const values: Partial<Values> = params;
      return filters.filter((field) => values[field] !== defaults[field]).length;
    },
    /** The values of the filters while none is set. */
    unfiltered: Object.fromEntries(filters.map((field) => [field, defaults[field]])) as Partial<State<R, S>>,
    ignored: (search: string) => invalidFields<Values>(new URLSearchParams(search), readers, filters),
    keepsPage,
  };
}
