import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { ChartPoint } from '../../src/contract/market/market.ts';
import { FigureTable } from './figure-table.tsx';

it('names what its button does: show the table, or hide it', async () => {
  const user = userEvent.setup();
  render(<FigureTable points={[]} kind="item" named={false} />);
  expect(screen.queryByRole('table')).toBeNull();
  await user.click(screen.getByText('Show as table'));
  await screen.findByRole('table');
  await user.click(screen.getByRole('button', { name: 'Hide table', expanded: true }));
  await screen.findByText('Show as table');
  expect(screen.queryByRole('table')).toBeNull();
});

it('shows the newest sales first, and more on request', async () => {
  const points = Array.from({ length: 30 }, (_, i): ChartPoint => {
    const price = (i + 1) * 1000;
    return { date: '2026-01-05', price, low: price, high: price, volume: 1, sale_id: i + 1 };
  });
  const user = userEvent.setup();
  render(<FigureTable points={points} kind="item" named={false} />);
  await user.click(screen.getByText('Show as table'));
  const rows = () => screen.getAllByRole('row').slice(1);
  expect(rows()).toHaveLength(20);
  expect(rows()[0]?.textContent).toBe('5 Jan 202630,000 PD#30');
  await user.click(screen.getByRole('button', { name: 'Show 10 more' }));
  expect(rows()).toHaveLength(30);
  expect(document.activeElement).toBe(rows()[20]);
  expect(screen.queryByRole('button', { name: /more$/ })).toBeNull();
});
