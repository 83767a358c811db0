import type { User } from '../../../../src/contract/account.ts';
import { Button } from '../../../ui/button.tsx';
import { Cell, DataTable, HeaderCell, type Order, Row, SortHeader } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/sale-text.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { AccountStatusBadge, RoleBadge } from './user-badges.tsx';
import type { UserSort } from './users-search-params.ts';

/** What can be sorted by, for headers and for the phone's select. */
export const USER_SORT_OPTIONS: readonly { value: UserSort; label: string }[] = [
  { value: 'username', label: 'Username' },
  { value: 'email', label: 'Email' },
  { value: 'role', label: 'Role' },
  { value: 'account_status', label: 'Status' },
  { value: 'created', label: 'Created' },
  { value: 'lastLogin', label: 'Last login' },
];

const WIDTHS = ['20%', '27%', '10%', '12%', '11%', '11%', '9%'];

interface UsersTableProps {
  /** Undefined while the first answer is on its way. */
  users: readonly User[] | undefined;
  sort: UserSort;
  order: Order;
  onSort: (sort: UserSort, order: Order) => void;
  /** What is shown is being replaced. */
  busy: boolean;
  /** Whose own row it is: nobody manages their own account here (SPEC section 6). */
  ownId: number | undefined;
  onManage: (user: User) => void;
}

/** Accounts, one a row; cards on phones. */
export function UsersTable({ users, sort, order, onSort, busy, ownId, onManage }: UsersTableProps) {
  return (
    <DataTable
      caption="Users"
      busy={busy}
      widths={WIDTHS}
      head={
        <>
          {USER_SORT_OPTIONS.map(({ value, label }) => (
            <SortHeader
              key={value}
              label={label}
              sorted={sort === value ? order : null}
              onSort={(next) => onSort(value, next)}
            />
          ))}
          <HeaderCell>
            <span className="sr-only">Actions</span>
          </HeaderCell>
        </>
      }
    >
      {users
        ? users.map((user) => (
            <UserRow
              key={user.user_id}
              user={user}
              own={user.user_id === ownId}
              onManage={() => onManage(user)}
            />
          ))
        : SKELETON_ROWS.map((row) => <SkeletonRow key={row} />)}
    </DataTable>
  );
}

function UserRow({ user, own, onManage }: { user: User; own: boolean; onManage: () => void }) {
  const { username, email, role, account_status, created, lastLogin } = user;
  return (
    <Row>
      <Cell wide>
        <span className="text-base font-medium break-all md:text-sm">{username}</span>
        {own && <span className="ml-2 text-xs text-ink-faint">you</span>}
      </Cell>
      <Cell wide label="Email" className="break-all">
        {email}
      </Cell>
      <Cell label="Role">
        <RoleBadge role={role} />
      </Cell>
      <Cell label="Status">
        <AccountStatusBadge status={account_status} />
      </Cell>
      <Cell label="Created">
        <DateText iso={created} />
      </Cell>
      <Cell label="Last login">
        {lastLogin ? <DateText iso={lastLogin} /> : <span className="text-ink-faint">Never</span>}
      </Cell>
      <Cell wide align="right">
        <Button
          disabled={own}
          title={own ? 'You cannot manage your own account' : undefined}
          aria-label={`Manage ${username}`}
          onClick={onManage}
          className="max-md:mt-1 max-md:w-full"
        >
          Manage
        </Button>
      </Cell>
    </Row>
  );
}

const SKELETON_ROWS = Array.from({ length: 10 }, (_, i) => i);

/** A row's place while the first answer is on its way, as high as the row that comes. */
function SkeletonRow() {
  return (
    <Row>
      <Cell wide>
        <Skeleton className="h-4 w-28" />
      </Cell>
      <Cell wide>
        <Skeleton className="h-4 w-44" />
      </Cell>
      {['role', 'status', 'created', 'login'].map((cell) => (
        <Cell key={cell}>
          <Skeleton className="h-4 w-16" />
        </Cell>
      ))}
      <Cell wide align="right">
        <Skeleton className="inline-block! h-control w-22" />
      </Cell>
    </Row>
  );
}
