import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
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
