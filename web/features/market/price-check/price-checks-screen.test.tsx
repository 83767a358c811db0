import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Route } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { ANY, printChecks } from '../../../../src/contract/market/price-check-search-params.ts';
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
        suggestion: null,
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

/** A catalogue that lacks one name, but has a similar one. */
const LACKING = {
  identify: ({ pokemon }: Parameters<typeof ANSWERS.catalogue.identify>[0]) => ({
    data: ANSWERS.catalogue.identify({ pokemon }).data.map((found) =>
      found.pokemon_name === 'Garchom'
        ? {
            ...found,
            named: null,
            pokemon_name: null,
            suggestion: 'Garchomp',
            errors: [
              {
                field: 'pokemon_name',
                message: 'There is no pokemon “Garchom”. Did you mean Garchomp?',
              },
            ],
          }
        : found,
    ),
  }),
};

it('keeps sets that were not read, and corrects a name with a button', async () => {
  const { user } = renderAt(
    <PriceChecksScreen />,
    { ...ANSWERS, catalogue: LACKING },
    { at: '/price-check' },
  );
  const box = () => screen.getByRole<HTMLTextAreaElement>('textbox');
  await user.type(box(), 'Garchomp{Enter}Jolly Nature{Enter}{Enter}Garchom @ Leftovers{Enter}Adamant Nature');
  await user.click(screen.getByRole('button', { name: 'Check prices' }));
  const report = within(await screen.findByRole('region', { name: 'Pasted text' }));
  await screen.findByRole('table', { name: 'Price checks' });
  expect(box().value).toBe('Garchomp\nJolly Nature\n\nGarchom @ Leftovers\nAdamant Nature');

  await user.click(report.getByRole('button', { name: 'Use Garchomp instead of Garchom' }));
  await screen.findByText('Read 2 sets from the pasted text.');
  expect(box().value).toBe('');
  expect(screen.getAllByRole('link', { name: 'Details of Garchomp' })).toHaveLength(2);
});

it('leads to the price check of an item, with the price of its line', async () => {
  const identify = ({ pokemon }: Parameters<typeof ANSWERS.catalogue.identify>[0]) => ({
    data: ANSWERS.catalogue
      .identify({ pokemon })
      .data.map((one) => ({ ...one, named: null, pokemon_name: null, item: 'Leftovers' })),
  });
  const { user } = renderAt(
    <PriceChecksScreen />,
    { ...ANSWERS, catalogue: { identify } },
    { at: '/price-check' },
  );
  await user.type(screen.getByRole('textbox'), 'leftovers 20k');
  await user.click(screen.getByRole('button', { name: 'Check prices' }));
  await screen.findByText('Leftovers is an item');
  const link = screen.getByRole('link', { name: 'Check its price (Leftovers)' });
  expect(link.getAttribute('href')).toBe('/item/leftovers?check=price.20000');
});

it('offers no correction that would change nothing', async () => {
  const { user } = renderAt(
    <PriceChecksScreen />,
    {
      ...ANSWERS,
      catalogue: {
        identify: () => ({
          data: [
            {
              ...{ named: null, pokemon_name: null, suggestion: 'Rotom-Wash', form: null, type: null },
              ...{ has_forms: false, ability: null },
              errors: [{ field: 'pokemon_name', message: 'There is no pokemon “Rotmo Wash”.' }],
            },
          ],
        }),
      },
    },
    { at: '/price-check' },
  );
  await user.type(screen.getByRole('textbox'), 'Rotmo Bold Wash');
  await user.click(screen.getByRole('button', { name: 'Check prices' }));
  await screen.findByText('There is no pokemon “Rotmo Wash”.');
  expect(screen.queryByRole('button', { name: /^Use / })).toBeNull();
});

it('checks the price of a number of perfect IVs', async () => {
  const { user, inputsOf } = renderAt(<PriceChecksScreen />, ANSWERS, { at: '/price-check' });
  await user.type(screen.getByRole('textbox'), '5x31 Adamant Garchomp{Enter}{Enter}Haxorus');
  await user.click(screen.getByRole('button', { name: 'Check prices' }));
  await waitFor(() =>
    expect(inputsOf('market.similar')).toContainEqual(
      expect.objectContaining({ name: 'Garchomp', nature: 'Adamant', min_perfect_ivs: 5 }),
    ),
  );
});

it('compares prices in columns of figures', async () => {
  const figures = {
    sales: 20,
    newest_only: false,
    low: 900,
    high: 9000,
    half_from: 1000,
    half_to: 2000,
    last_price: 1500,
    last_sold: '2026-03-12',
    with_proof: 7,
  };
  const similar = () => ({
    data: [],
    answer: { exact: { ...figures, sales: 1, last_price: 1800, with_proof: 1 }, similar: figures },
    prices: { exact: [], similar: [] },
    position: { price: null, compared: 0, below: 0, equal: 0 },
  });
  renderAt(
    <PriceChecksScreen />,
    { ...ANSWERS, market: { similar } },
    { at: `/price-check${printChecks([{ name: 'Garchomp', check: ANY }])}` },
  );
  await screen.findByText('similar');
  const row = screen.getAllByRole('row')[1];
  const cells = within(row as HTMLElement).getAllByRole('cell');
  expect(cells.slice(1, 6).map(({ textContent }) => textContent)).toEqual([
    '1 exact20 similar',
    'exact: –similar: 1,000 – 2,000 PD',
    'exact: 1,800 PDsimilar: 1,500 PD',
    'exact: 12 Mar 2026similar: 12 Mar 2026',
    'exact: 1similar: 7',
  ]);
});
