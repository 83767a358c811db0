import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PagedList } from './paged-list.tsx';

const list = (rows: readonly string[]) => (
  <PagedList
    label="Names"
    url={{ params: { page: 1 }, go: () => undefined }}
    rows={rows}
    total={rows.length}
    totalPages={1}
    stale={false}
    fetching={false}
    error={null}
    count={`${rows.length} names`}
    empty="None"
    table={(shown) =>
      shown?.map((name) => (
        <button key={name} type="button">
          {name}
        </button>
      ))
    }
  />
);

it('the list takes the focus of a row that leaves it, and of no other', () => {
  const { rerender } = render(list(['a', 'b', 'c']));
  const row = (name: string) => screen.getByRole('button', { name });
  row('b').focus();
  rerender(list(['b', 'c']));
  expect(document.activeElement).toBe(row('b'));
  rerender(list(['c']));
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Names' }));
  row('c').focus();
  rerender(list([]));
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Names' }));
});
