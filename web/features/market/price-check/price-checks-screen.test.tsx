import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Route } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { type Answers, noResponse } from '../../../testing/fake-server.ts';
import { address, renderAt } from '../../../testing/render.tsx';
import PriceChecksScreen from './price-checks-screen.tsx';

/** A catalogue in which every name is that of a pokemon; no prices can be read. */
const ANSWERS = {
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
} satisfies Answers;

it('moves the focus to the answer, which appears above the form', async () => {
  const { user } = renderAt(<PriceChecksScreen />, ANSWERS, { at: '/price-check' });
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

it('does not lead back to a screen that was left', async () => {
  const held = Promise.withResolvers<void>();
  const { identify } = ANSWERS.catalogue;
  const catalogue = {
    identify: (input: Parameters<typeof identify>[0]) => held.promise.then(() => identify(input)),
  };
  const page = <Route path="/price-check" component={PriceChecksScreen} />;
  const { user, inputsOf } = renderAt(page, { ...ANSWERS, catalogue }, { at: '/price-check' });
  await user.type(screen.getByRole('textbox'), 'Garchomp{Enter}{Enter}Haxorus');
  await user.click(screen.getByRole('button', { name: 'Check prices' }));
  await waitFor(() => expect(inputsOf('catalogue.identify')).toHaveLength(1));
  act(() => navigate('/faq'));
  await act(async () => held.resolve());
  expect(address()).toBe('/faq');
});
