import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import type { NamePage } from '../../../../src/contract/market/market.ts';
import {
  ANY,
  type PriceCheck,
  printCheck,
} from '../../../../src/contract/market/price-check-search-params.ts';
import { keepInState } from '../../../lib/history-state.ts';
import { noResponse } from '../../../testing/fake-server.ts';
import { ASH, address, renderAt } from '../../../testing/render.tsx';
import { useMarketSearchParams } from '../use-market-search-params.ts';
import PriceCheckPanel from './price-check-panel.tsx';

const PATH = '/pokemon/garchomp';
const PAGE: NamePage = {
  kind: 'pokemon',
  name: 'Garchomp',
  slug: 'garchomp',
  image_url: null,
  pokemon_id: 445,
  forms: [],
  sales: 0,
  first_sold: null,
  last_sold: null,
  has_trait_worth: false,
};

function Check({ page = PAGE }: { page?: NamePage }) {
  const { params, go } = useMarketSearchParams({ path: PATH, kind: page.kind, name: page.name });
  return <PriceCheckPanel page={page} params={params} go={go} opener={{ current: null }} />;
}

const ANSWERS = {
  market: {
    similar: () => {
      throw noResponse();
    },
  },
  follows: { list: () => ({ data: [], limit: 10 }) },
};

it.each([undefined, ASH])('names its buttons unlike those of the page, for %j', async (as) => {
  renderAt(<Check />, ANSWERS, { at: PATH, as });
  await screen.findByRole('button', { name: 'Follow this check of Garchomp' });
  screen.getByRole('button', { name: 'Share this check' });
  await expect.poll(() => screen.queryByRole('button', { name: 'Follow Garchomp' })).toBeNull();
});

it('asks for the price before the traits, which fill the screen of a phone', () => {
  renderAt(<Check />, ANSWERS, { at: PATH });
  const price = screen.getByRole('textbox', { name: 'Your price' });
  const nature = screen.getByRole('combobox', { name: 'Nature' });
  expect(price.compareDocumentPosition(nature)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it.each<[Partial<NamePage>, number]>([
  [{}, Node.DOCUMENT_POSITION_PRECEDING],
  [{ kind: 'item', pokemon_id: null }, Node.DOCUMENT_POSITION_FOLLOWING],
])('has the answer before the fields, but after the only field of an item: %j', async (page, position) => {
  renderAt(<Check page={{ ...PAGE, ...page }} />, ANSWERS, { at: PATH });
  const answer = await screen.findByRole('button', { name: 'Retry' });
  const price = screen.getByRole('textbox', { name: 'Your price' });
  expect(price.compareDocumentPosition(answer)).toBe(position);
});

it.each([
  [true, Node.DOCUMENT_POSITION_FOLLOWING],
  [false, Node.DOCUMENT_POSITION_PRECEDING],
])(
  'has the buttons below the result on a phone, and next to the title elsewhere: %s',
  async (isPhone, position) => {
    const list = matchMedia(isPhone ? 'all' : 'not all');
    vi.spyOn(window, 'matchMedia').mockReturnValue(list);
    renderAt(<Check />, ANSWERS, { at: PATH });
    const share = await screen.findByRole('button', { name: 'Share this check' });
    const price = screen.getByRole('textbox', { name: 'Your price' });
    expect(price.compareDocumentPosition(share)).toBe(position);
  },
);

it('shows the notes on a paste until they are dismissed, also after a reload', async () => {
  const { user } = renderAt(<Check />, ANSWERS, { at: PATH });
  act(() => keepInState('paste', { title: 'Read from the pasted set.', notes: [], notRead: [] }));
  /** Browsers copy the state whenever an entry changes. */
  const changeEntry = () =>
    act(() =>
      navigate(address(), { replace: true, state: structuredClone({ ...history.state, openSale: 1 }) }),
    );
  changeEntry();
  screen.getByText('Read from the pasted set.');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  changeEntry();
  expect(screen.queryByText('Read from the pasted set.')).toBeNull();
});

it.each<[string, Partial<PriceCheck>, () => unknown]>([
  [
    'a paste',
    { price: 150_000 },
    () => fireEvent.paste(document.body, { clipboardData: { getData: () => '150k' } }),
  ],
  ['a trait', { without: ['nature'] }, () => screen.getByRole('button', { name: 'Nature' }).click()],
])('keeps what another change has just put into the address: %s', async (_, change, make) => {
  const at = (check: Partial<PriceCheck>) =>
    `${PATH}?${new URLSearchParams({ check: printCheck({ ...ANY, ...check }) })}`;
  const before = { nature: 'Adamant', ability: 'Rough Skin' };
  renderAt(<Check />, ANSWERS, { at: at({ nature: 'Adamant' }) });
  await screen.findByRole('button', { name: 'Nature' });
  // Neither is drawn before the other.
  act(() => {
    navigate(at(before));
    make();
  });
  expect(address()).toBe(at({ ...before, ...change }));
});
