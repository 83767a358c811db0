import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Column, DataTable } from './data-table.tsx';

interface Row {
  id: number;
  label: string;
}

const columns: Column<Row, never>[] = [
  { title: 'Label', cell: ({ label }) => <button type="button">{label}</button> },
];
const rowsFrom = (first: number, count: number): Row[] =>
  Array.from({ length: count }, (_, i) => ({ id: first + i, label: `row ${first + i}` }));

const table = (rows: Row[]) => (
  <DataTable caption="Rows" columns={columns} rows={rows} rowKey={({ id }) => id} />
);
const shown = () => within(screen.getByRole('table')).getAllByRole('button');

it('draws many new rows in steps, and keeps those of a list that changes', async () => {
  const { rerender } = render(table(rowsFrom(1, 60)));
  await waitFor(() => expect(shown()).toHaveLength(60));
  const last = screen.getByRole('button', { name: 'row 60' });
  last.focus();

  rerender(table([{ id: 100, label: 'new' }, ...rowsFrom(1, 60)]));
  expect(shown()).toHaveLength(61);
  expect(document.activeElement).toBe(last);
  rerender(table([{ id: 100, label: 'changed' }, ...rowsFrom(2, 59)]));
  expect(shown()).toHaveLength(60);
  rerender(table(rowsFrom(2, 59)));
  expect(document.activeElement).toBe(last);

  rerender(table(rowsFrom(201, 60)));
  await waitFor(() =>
    expect(shown().map(({ textContent }) => textContent)).toEqual(
      rowsFrom(201, 60).map(({ label }) => label),
    ),
  );
});

it('names each row by its first cell, and hides columns that are only signs', () => {
  const open: Column<Row, never> = { title: 'Open', hideTitle: true, isSign: true, cell: () => '▾' };
  render(
    <DataTable
      caption="Rows"
      columns={[...columns, { title: 'Id', cell: ({ id }) => id }, open]}
      rows={rowsFrom(7, 1)}
      rowKey={({ id }) => id}
    />,
  );
  const namesOf = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent);
  expect(namesOf('columnheader')).toEqual(['Label', 'Id']);
  expect(namesOf('rowheader')).toEqual(['row 7']);
  expect(namesOf('cell')).toEqual(['7']);
});
