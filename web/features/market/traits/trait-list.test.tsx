import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { TraitFigures, TraitWorth } from '../../../../src/contract/market/trait-worth.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { type Answers, TestNetwork } from '../../../testing/fake-server.ts';
import { pokemonSale } from '../../../testing/market.ts';
import { renderAt } from '../../../testing/render.tsx';
import TraitList from './trait-list.tsx';

const SPEED: TraitFigures = {
  trait: 'speed_iv',
  value: '31',
  other: 'less',
  pairs: 14,
  dearer: 12,
  cheaper: 2,
  half_from: 0.15,
  half_to: 0.7,
  differences: [-0.2, -0.1, 0.1, 0.15, 0.2, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.9, 1.1, 9],
  p_value: 0.0129,
  claim: 'dearer',
};
const chance = (value: string): TraitFigures => ({
  ...SPEED,
  trait: 'nature',
  value,
  other: null,
  dearer: 8,
  cheaper: 6,
  claim: null,
});
const CHEAP: TraitFigures = {
  ...SPEED,
  trait: 'form',
  value: 'Wash',
  other: 'Normal',
  dearer: 1,
  cheaper: 13,
  claim: 'cheaper',
};
const worth = (data: TraitFigures[], newest_only = false): TraitWorth => ({
  data,
  compared: 80,
  newest_only,
});

const pairs = Array.from({ length: 14 }, (_, at) => ({
  with: pokemonSale({ price: 1_500 + at, date_sold: '2026-03-12' }),
  without: pokemonSale({ price: 1_000, date_sold: '2026-03-10', speed_iv: 4, proof_url: null }),
  difference: 0.5 + at / 10,
}));

const show = (of: TraitWorth | (() => TraitWorth), more: Answers['market'] = {}) =>
  renderAt(<TraitList name="Garchomp" />, {
    market: {
      traitWorth: () => (typeof of === 'function' ? of() : of),
      traitPairs: () => ({ data: pairs, pairs: 140 }),
      ...more,
    },
  });

const trait = (name: RegExp) => screen.findByRole('button', { name });
const rows = () => screen.getAllByRole('button', { expanded: false }).map(({ textContent }) => textContent);

it('says what each trait is worth, and claims only what is sure', async () => {
  const { user } = show(
    worth([SPEED, CHEAP, ...['Jolly', 'Bold', 'Calm', 'Lax', 'Mild', 'Rash'].map(chance)]),
  );
  await trait(/^Speed 31/);
  expect(rows().slice(0, 3)).toEqual([
    'Speed 31rather than lessDearer14 pairs, dearer in 12 of them; at least half of the differences are between +15% and +70%.',
    'Washrather than NormalCheaper14 pairs, cheaper in 13 of them; at least half of the differences are between +15% and +70%.',
    'Jollyrather than another natureHigher price in 8 of 14 pairs, lower in 6; this may be chance.',
  ]);
  expect(rows()).toHaveLength(6);
  await user.click(screen.getByRole('button', { name: 'Show 2 more' }));
  expect(rows()).toHaveLength(8);
  expect(document.activeElement?.textContent).toMatch(/^Mild/);
  expect(screen.queryByText(/^Of the newest/)).toBeNull();
});

it('opens the pairs of a trait by keyboard, ten at first', async () => {
  const { user, inputsOf } = show(worth([SPEED, chance('Jolly')]));
  const button = await trait(/^Speed 31/);
  expect(inputsOf('market.traitPairs')).toEqual([]);
  button.focus();
  await user.keyboard('{Enter}');
  const table = await screen.findByRole('table', { name: /^Pairs: Speed 31 rather than less/ });
  expect(inputsOf('market.traitPairs')).toEqual([{ name: 'Garchomp', trait: 'speed_iv', value: '31' }]);
  const first = await within(table).findByRole('row', { name: /\+50%/ });
  const cells = within(first).getAllByRole('cell');
  expect(cells[0]?.textContent).toContain('1,500 PD12 Mar 2026');
  expect(cells[1]?.textContent).toContain('1,000 PD10 Mar 2026');
  expect(
    within(first)
      .getByRole('link', { name: /^Proof of sale/ })
      .getAttribute('href'),
  ).toBe('https://forums.example/thread/1');
  screen.getByText(
    'Middle half of the differences: +15% to +70%. Chance alone is at least this uneven in 1.3% of cases. Below are the newest 14 of 140 pairs.',
    { normalizer: (text) => text },
  );
  const listed = () => within(table).getAllByRole('row').length - 1;
  expect(listed()).toBe(10);
  await user.click(screen.getByRole('button', { name: 'Show 4 more' }));
  expect(listed()).toBe(14);
  expect(document.activeElement).toBe(within(table).getAllByRole('row')[11]);
  await user.click(button);
  expect(screen.queryByRole('table')).toBeNull();
});

it('says so when there are too few pairs', async () => {
  show(worth([]));
  await screen.findByText(/^Too few pairs to say: no trait has 5 pairs/);
});

it('says so when only the newest sales are compared', async () => {
  show(worth([SPEED], true));
  await screen.findByText('Of the newest 2,000 sales; older ones are not compared.');
});

it('offers Retry when the figures or the pairs do not load', async () => {
  const network = new TestNetwork({ isDown: true });
  const { user } = show(
    network.over(() => worth([SPEED])),
    {
      traitPairs: network.over(() => ({ data: pairs.slice(0, 1), pairs: 1 })),
    },
  );
  await screen.findByText(MESSAGES.fetchFailed);
  network.isDown = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  const button = await trait(/^Speed 31/);
  network.isDown = true;
  await user.click(button);
  await screen.findByText(MESSAGES.fetchFailed);
  network.isDown = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('row', { name: /\+50%/ });
});
