import type { ReactNode } from 'react';
import type { IgnoredFilter } from '../../../src/contract/market/search-param-values.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import type { Page } from '../../../src/contract/shared/primitives.ts';
import type { Query } from '../../lib/server/fetched.ts';
import { usePaged } from '../../lib/server/paged.ts';
import { PagedList } from '../../ui/tables/paged-list.tsx';

interface AdminListProps<T, P extends Page<T>> {
  /** What is listed: "Users". */
  label: string;
  query: Query<P>;
  /** What the rows are of: when it changes, the rows before are dropped. */
  subject: string;
  /** The error message when the server gives none. */
  failed: string;
  /** The figures above the table. */
  count: (page: P) => ReactNode;
  page: number;
  onPage: (page: number) => void;
  filters: ReactNode;
  /** The filters of the address that have no effect. */
  ignored: readonly IgnoredFilter[];
  actions?: ReactNode;
  table: (rows: readonly T[] | undefined, busy: boolean) => ReactNode;
  empty: ReactNode;
}

/** A list of the admin panel; its rows stay until the next answer arrives. */
export function AdminList<T, P extends Page<T>>(props: AdminListProps<T, P>) {
  const { query, subject, failed, count, ...list } = props;
  const paged = usePaged(query, subject, failed);
  return (
    <PagedList<T>
      {...list}
      {...paged.list}
      limit={LIMITS.adminPageSize}
      count={paged.data && count(paged.data)}
    />
  );
}
