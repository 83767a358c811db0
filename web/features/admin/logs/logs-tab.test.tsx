import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '../../../testing/render.tsx';
import LogsTab from './logs-tab.tsx';

it('names the filters of the address that have no effect', async () => {
  renderAt(
    <LogsTab />,
    {
      logs: {
        category: ({ category }) => ({ category, logs: [] }),
        counts: () => ({
          counts: { database: 0, security: 0, api: 0, errors: 0, discord: 0, general: 0 },
        }),
      },
    },
    { at: '/admin-panel?tab=logging&level=bogus&category=nope&user=ash' },
  );
  await screen.findByText('These filters in the URL are not valid here and were ignored:');
  expect(screen.getAllByText(/^\w+=\w+$/).map(({ textContent }) => textContent)).toEqual([
    'category=nope',
    'level=bogus',
  ]);
});
