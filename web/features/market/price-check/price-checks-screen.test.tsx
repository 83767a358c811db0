import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { noResponse } from '../../../testing/fake-server.ts';
import { renderAt } from '../../../testing/render.tsx';
import PriceChecksScreen from './price-checks-screen.tsx';

it('moves the focus to the answer, which appears above the form', async () => {
  const { user } = renderAt(
    <PriceChecksScreen />,
    {
      catalogue: {
        identify: ({ pokemon }) => ({
          data: pokemon.map(({ names: [name = ''] }) => ({
            named: 0,
            pokemon_name: name,
            form: null,
            type: 'Dragon',
            has_forms: false,
            ability: null,
            errors: [],
          })),
        }),
      },
      market: {
        similar: () => {
          throw noResponse();
        },
      },
    },
    { at: '/price-check' },
  );
  const check = async (text: string) => {
    await user.clear(screen.getByRole('textbox'));
    await user.type(screen.getByRole('textbox'), text);
    await user.click(screen.getByRole('button', { name: 'Check prices' }));
  };
  const readsReport = () =>
    waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Pasted text' })));
  await check('- Earthquake');
  await readsReport();
  expect(screen.queryByRole('table')).toBeNull();
  await check('Garchomp{Enter}{Enter}Haxorus');
  await screen.findByRole('table', { name: 'Price checks' });
  await readsReport();
});
