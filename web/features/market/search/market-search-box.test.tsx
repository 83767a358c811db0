import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useLocation } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { noResponse, TestNetwork } from '../../../testing/fake-server.ts';
import { chips, fakeMarket, itemSale, sales } from '../../../testing/market.ts';
import { address, arrivesAt, type Rendered, renderAt } from '../../../testing/render.tsx';
import MarketScreen from '../market-screen.tsx';

const MARKET = fakeMarket([
  ...[1, 2].map(() => itemSale({ item_name: 'Master Ball' })),
  itemSale({ item_name: 'Master Plan' }),
  ...[1, 2, 3].map(() => itemSale({ item_name: 'Leftovers' })),
]);

const searchBox = () => screen.getByRole('combobox', { name: 'Search items and pokemon' });
const options = async () => within(await screen.findByRole('listbox')).findAllByRole('option');

it('suggests names, with keyboard support: arrows, Enter, Escape', async () => {
  const { user } = renderAt(<MarketScreen />, MARKET);
  await user.type(searchBox(), 'mast');
  await waitFor(async () =>
    expect((await options()).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Master Ball.*2 sales/),
      expect.stringMatching(/Master Plan.*1 sale$/),
    ]),
  );
  expect(searchBox().getAttribute('aria-expanded')).toBe('true');

  const chosen = () => within(screen.getByRole('listbox')).getByRole('option', { selected: true });
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(chosen().textContent).toContain('Master Plan');
  expect(searchBox().getAttribute('aria-activedescendant')).toBe(chosen().id);
  await user.keyboard('{ArrowUp}');
  expect(chosen().textContent).toContain('Master Ball');

  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(searchBox()).toHaveProperty('value', 'mast');
  await user.keyboard('{ArrowDown}');
  await options();
  await user.keyboard('{ArrowDown}{Enter}');
  await arrivesAt('/?name=Master+Ball&exact=true');
  await sales('2 sales');
});

it.each([
  ['cheap balls', {}, '', '2 sales'],
  ['adamant ball', { nature: 'Adamant' }, '', '2 sales'],
  ['ball <1m', { max_price: 1_000_000 }, '', '2 in all'],
  ['ball', {}, '?proof=with', '2 in all'],
])(
  'says how many sales a suggested name has, with and without other filters: %s with %j, at /%s',
  async (text, values, at, count) => {
    const search: typeof MARKET.market.search = () => {
      const { suggestions, ...found } = MARKET.market.search({ text: 'Master Ball' });
      const filters = { name: 'ball', ...values };
      return { ...found, kind: 'nature' in values ? 'pokemon' : 'item', filters, suggestions };
    };
    const answers = { ...MARKET, market: { ...MARKET.market, search } };
    const { user } = renderAt(<MarketScreen />, answers, { at: `/${at}` });
    await user.type(searchBox(), text);
    await waitFor(async () =>
      expect((await options())[0]?.textContent).toMatch(new RegExp(`Master Ball${count}$`)),
    );
  },
);

it('writes the emoji of shiny pokemon as a word', async () => {
  const { user } = renderAt(<MarketScreen />, MARKET);
  await user.click(searchBox());
  await user.paste('✨ Garchomp 🔥');
  expect(searchBox()).toHaveProperty('value', 'shiny Garchomp ');
});

it('matches a chosen name exactly until the text is edited', async () => {
  const { user } = renderAt(<MarketScreen />, MARKET);
  await user.type(searchBox(), 'left');
  await user.click(await screen.findByRole('option', { name: /Leftovers/ }));
  await arrivesAt('/?name=Leftovers&exact=true');
  expect(searchBox()).toHaveProperty('value', 'Leftovers');
  await waitFor(() => expect(chips()).toEqual(['Name Leftovers']));
  await user.type(searchBox(), '{Backspace}');
  await arrivesAt('/?name=Leftover');
  await waitFor(() => expect(chips()).toEqual(['Name contains “Leftover”']));
  await sales('3 sales');
});

it('no longer matches a chosen name exactly once the text is another one, even if that waits for Enter', async () => {
  const search: typeof MARKET.market.search = (input) => ({
    ...MARKET.market.search(input),
    terms: [{ from: 0, to: 9, filters: { name: 'Leftovers' } }],
  });
  const { user } = renderAt(
    <MarketScreen />,
    { ...MARKET, market: { ...MARKET.market, search } },
    { at: '/?name=Leftovers&exact=true' },
  );
  await waitFor(() => expect(chips()).toEqual(['Name Leftovers']));
  await user.type(searchBox(), ' > 5');
  await arrivesAt('/?name=Leftovers');
  expect(searchBox()).toHaveProperty('value', 'Leftovers > 5');
});

it.each([
  ['#4836', '/sale/4836', 'Sale #4836'],
  ['leftovers 450k?', '/item/leftovers?check=price.450000#price-check', 'What would this go for?'],
])('opens the page that the text asks for: %s', async (text, page, label) => {
  const search: typeof MARKET.market.search = (input) => ({
    ...MARKET.market.search(input),
    ...{ filters: {}, page, terms: [{ from: 0, to: 5, filters: {} }], suggestions: [] },
  });
  const { user } = renderAt(<MarketScreen />, { ...MARKET, market: { ...MARKET.market, search } });
  await user.type(searchBox(), text);
  await screen.findByRole('button', { name: new RegExp(`^${label.replace('?', '\\?')}`) });
  expect(screen.queryByText('No results found')).toBeNull();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(`${address()}${location.hash}`).toBe(page));
});

it('searches from two characters on, and only when typing pauses', async () => {
  const { user, inputsOf } = renderAt(<MarketScreen />, MARKET);
  await user.type(searchBox(), ' m ');
  await arrivesAt('/?name=m');
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.clear(searchBox());
  await user.type(searchBox(), 'mas');
  await options();
  expect(inputsOf('market.search')).toEqual([{ text: 'mas' }]);
});

it('shows that it is searching, and that nothing was found', async () => {
  const held = Promise.withResolvers<void>();
  const search = async ({ text }: { text: string }) => {
    await held.promise;
    return MARKET.market.search({ text });
  };
  const { user } = renderAt(<MarketScreen />, { ...MARKET, market: { ...MARKET.market, search } });
  await user.type(searchBox(), 'qqzzxx');
  await screen.findByText('Searching...', { selector: 'p' });
  held.resolve();
  await screen.findByText('No results found', { selector: 'p' });
});

/** A market whose search answers when `go` is called, or fails. */
function heldSearch() {
  const held = Promise.withResolvers<void>();
  const network = { failing: false, go: held.resolve };
  const search = async ({ text }: { text: string }) => {
    await held.promise;
    if (network.failing) throw noResponse();
    return { ...MARKET.market.search({ text }), filters: { name: text } };
  };
  return { network, answers: { ...MARKET, market: { ...MARKET.market, search } } };
}

it('changes nothing when the search fails during typing: the text may be a question', async () => {
  const { answers, network } = heldSearch();
  network.failing = true;
  const { user, inputsOf } = renderAt(<MarketScreen />, answers);
  await sales('6 sales');
  await user.type(searchBox(), 'mast');
  await waitFor(() => expect(inputsOf('market.search')).not.toEqual([]));
  network.go();
  await waitFor(() => expect(screen.queryByRole('listbox', { name: /suggestions/ })).toBeNull());
  expect(screen.queryByText(MESSAGES.fetchFailed)).toBeNull();
  expect(address()).toBe('/');
});

/** Presses Enter without a network, continues, and gets one. */
async function searchOffline(goOn: (user: Rendered['user']) => Promise<void>) {
  const { answers, network } = heldSearch();
  network.failing = true;
  network.go();
  const { user } = renderAt(<MarketScreen />, answers);
  await sales('6 sales');
  await user.type(searchBox(), 'master{Enter}');
  await screen.findByText(MESSAGES.fetchFailed);
  const device = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void dispatchEvent(new Event('offline')));
  await goOn(user);
  network.failing = false;
  device.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  return user;
}

it('repeats a search that failed without a network once there is one', async () => {
  await searchOffline(() => Promise.resolve());
  await arrivesAt('/?name=master');
  expect(screen.queryByText(MESSAGES.fetchFailed)).toBeNull();
});

it('leaves a search that failed to its button when the user has gone on', async () => {
  const user = await searchOffline((at) => at.tab());
  await sales('6 sales');
  expect(address()).toBe('/');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await arrivesAt('/?name=master');
});

it('filters by another name than the typed one only on Enter', async () => {
  const search: typeof MARKET.market.search = (input) => ({
    ...MARKET.market.search(input),
    filters: { name: 'Master Ball', exact: true },
    kind: 'item',
  });
  const { user, inputsOf } = renderAt(<MarketScreen />, { ...MARKET, market: { ...MARKET.market, search } });
  await sales('6 sales');
  await user.type(searchBox(), 'balls master');
  await waitFor(() => expect(inputsOf('market.search')).not.toEqual([]));
  await screen.findByText('No results found', { selector: 'p' });
  expect(address()).toBe('/');
  await user.keyboard('{Enter}');
  await arrivesAt('/?name=Master+Ball&exact=true');
  await sales('2 sales');
});

it.each([
  ['Pokemon', 'is only similar', 'Choice Band', '/?tab=pokemon&name=chomp'],
  ['Items', 'has the part too', 'Chomp Candy', '/?name=chomp'],
])('opens %s for a part of a pokemon when the sold item %s', async (_tab, _how, item, at) => {
  const suggestion = { image_url: null, pokemon_type: null, sales: 5 };
  const search: typeof MARKET.market.search = (input) => ({
    ...MARKET.market.search(input),
    kind: 'pokemon',
    suggestions: [
      { ...suggestion, kind: 'pokemon', name: 'Garchomp' },
      { ...suggestion, kind: 'item', name: item },
    ],
  });
  const { user } = renderAt(<MarketScreen />, { ...MARKET, market: { ...MARKET.market, search } });
  await user.type(searchBox(), 'chomp{Enter}');
  await arrivesAt(at);
});

it('opens the list in the order that a text asks for, and keeps it for another text', async () => {
  const order = { sort: 'price' as const, order: 'asc' as const };
  const search: typeof MARKET.market.search = (input) => {
    const found = MARKET.market.search(input);
    if (input.text !== 'cheapest leftovers') return found;
    const filters = { name: 'Leftovers', exact: true };
    return { ...found, kind: 'item', filters, order, terms: [{ from: 0, to: 8, filters: {}, order }] };
  };
  const { user } = renderAt(<MarketScreen />, { ...MARKET, market: { ...MARKET.market, search } });
  await user.type(searchBox(), 'cheapest leftovers');
  await screen.findByRole('button', { name: 'Remove from the search: Cheapest first' });
  await user.keyboard('{Enter}');
  await arrivesAt('/?name=Leftovers&exact=true&sort=price&order=asc');
  await sales('3 sales');
  await user.clear(searchBox());
  await arrivesAt('/?sort=price&order=asc');
});

it('says that the search failed on Enter, keeps the sales, and tries again', async () => {
  const { answers, network } = heldSearch();
  network.failing = true;
  network.go();
  const { user } = renderAt(<MarketScreen />, answers);
  await sales('6 sales');
  await user.type(searchBox(), 'mast{Enter}');
  await screen.findByText(MESSAGES.fetchFailed);
  await sales('6 sales');
  expect(address()).toBe('/');
  network.failing = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await arrivesAt('/?name=mast');
  await sales('3 sales');
  expect(screen.queryByText(MESSAGES.fetchFailed)).toBeNull();
  expect(document.activeElement).toBe(searchBox());
});

it('says that it is searching until Enter has its effect', async () => {
  const { answers, network } = heldSearch();
  const { user } = renderAt(<MarketScreen />, answers);
  await sales('6 sales');
  await user.type(searchBox(), 'mast{Enter}');
  await screen.findByText('Searching...', { selector: 'p' });
  network.go();
  await arrivesAt('/?name=mast');
  await waitFor(() => expect(searchBox().getAttribute('aria-expanded')).toBe('false'));
});

it('drops the answer to Enter when the user has gone elsewhere meanwhile', async () => {
  const { answers, network } = heldSearch();
  const { user } = renderAt(<MarketScreen />, answers);
  await sales('6 sales');
  await user.type(searchBox(), 'mast{Enter}');
  await screen.findByText('Searching...', { selector: 'p' });
  await user.click(await screen.findByRole('button', { name: 'Only sales with proof' }));
  await arrivesAt('/?proof=with');
  network.go();
  await waitFor(() => expect(screen.queryByText('Searching...', { selector: 'p' })).toBeNull());
  expect(address()).toBe('/?proof=with');
});

const Site = () => (useLocation()[0] === '/' ? <MarketScreen /> : 'The next screen');

it('changes nothing after the screen was left', async () => {
  const { answers, network } = heldSearch();
  const { user, inputsOf } = renderAt(<Site />, answers);
  await sales('6 sales');
  await user.type(searchBox(), 'mast');
  await waitFor(() => expect(inputsOf('market.search')).not.toEqual([]));
  act(() => navigate('/faq'));
  await screen.findByText('The next screen');
  await act(async () => network.go());
  expect(address()).toBe('/faq');
});

it.each(['is under way', 'failed'])('keeps the suggestions while their refresh %s', async (state) => {
  let isRefreshing = false;
  let refreshes = 0;
  const search = ({ text }: { text: string }) => {
    const found = MARKET.market.search({ text });
    // A busy machine also searches for what is typed so far.
    if (!isRefreshing) return found;
    refreshes += 1;
    if (state === 'failed') throw noResponse();
    return new Promise<typeof found>(() => undefined);
  };
  const answers = { ...MARKET, market: { ...MARKET.market, search } };
  const { user, send } = renderAt(<MarketScreen />, answers);
  await user.type(searchBox(), 'mast');
  await arrivesAt('/?name=mast');
  await sales('3 sales');
  isRefreshing = true;
  await send('market.live', { id: '1', data: { type: 'here', quiet_ms: 0 } });
  await waitFor(() => expect(refreshes).toBe(state === 'failed' ? 2 : 1));
  await user.keyboard('{ArrowDown}{Enter}');
  await arrivesAt('/?name=Master+Ball&exact=true');
});

it('ignores an outdated response', async () => {
  const held = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  const list = async (input: Parameters<typeof MARKET.items.list>[0]) => {
    if (input.item_name === 'Leftovers') await held.promise.finally(late.resolve);
    return MARKET.items.list(input);
  };
  const { user } = renderAt(
    <MarketScreen />,
    { ...MARKET, items: { ...MARKET.items, list } },
    { at: '/?name=Leftovers' },
  );
  await user.clear(searchBox());
  await user.type(searchBox(), 'Master Plan');
  await sales('1 sale');
  held.resolve();
  await late.promise;
  await sales('1 sale');
  expect(
    screen
      .getAllByRole('button', { expanded: false, name: /Master|Leftovers/ })
      .map(({ textContent }) => textContent),
  ).toEqual(['Master Plan']);
});

it('says what the sales on screen leave out, until the text is edited or everything is cleared', async () => {
  const search: typeof MARKET.market.search = ({ text }) => ({
    ...MARKET.market.search({ text: 'Leftovers' }),
    filters: { name: 'Leftovers', exact: true },
    ignored: [{ from: text.indexOf('-'), to: text.length }],
  });
  const answers = { ...MARKET, market: { ...MARKET.market, search } };
  const { user } = renderAt(<MarketScreen />, answers);
  const leftOut = () => screen.queryByText(/^Not understood, and left out:/)?.textContent;
  await user.type(searchBox(), 'leftovers -jolly{Enter}');
  await arrivesAt('/?name=Leftovers&exact=true');
  await waitFor(() => expect(leftOut()).toBe('Not understood, and left out: -jolly'));
  await user.type(searchBox(), 's');
  expect(leftOut()).toBeUndefined();
  await user.type(searchBox(), ' -bold{Enter}');
  await waitFor(() => expect(leftOut()).toBe('Not understood, and left out: -bold'));
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  await waitFor(() => expect(leftOut()).toBeUndefined());
});

it('keeps a search without any filter in the box, and says what it does not understand', async () => {
  const search: typeof MARKET.market.search = ({ text }) => ({
    ...MARKET.market.search({ text }),
    filters: {},
    ignored: [{ from: 0, to: text.length }],
  });
  const answers = { ...MARKET, market: { ...MARKET.market, search } };
  const { user } = renderAt(<MarketScreen />, answers, { at: '/?name=Leftovers&proof=with' });
  await sales('3 sales');
  await user.type(searchBox(), 'not jolly{Enter}', { initialSelectionStart: 0, initialSelectionEnd: 9 });
  const message = () => screen.queryByText(/^Not understood:/, { selector: 'p' })?.textContent;
  await waitFor(() => expect(message()).toBe('Not understood: not jolly'));
  expect(searchBox()).toHaveProperty('value', 'not jolly');
  expect(address()).toBe('/?name=Leftovers&proof=with');
  await user.type(searchBox(), 's');
  expect(message()).toBeUndefined();
});

it('reads pasted sets again after a failure: when they are pasted again, or on Retry', async () => {
  const network = new TestNetwork({ isDown: true });
  const garchomp = {
    named: 0,
    pokemon_name: 'Garchomp',
    suggestion: null,
    form: null,
    type: 'Dragon',
    has_forms: false,
    ability: null,
    errors: [],
  };
  const identify = network.over(() => ({ data: [garchomp, garchomp] }));
  const answers = { ...MARKET, catalogue: { ...MARKET.catalogue, identify } };
  const { user, inputsOf } = renderAt(<MarketScreen />, answers);
  const paste = async () => {
    await user.click(searchBox());
    await user.paste('Garchomp\nJolly Nature\n\nGarchomp\nAdamant Nature');
  };
  const fails = async (requests: number) => {
    await waitFor(() => expect(inputsOf('catalogue.identify')).toHaveLength(requests));
    return screen.findByRole('button', { name: 'Retry' });
  };
  await paste();
  await fails(2);
  await paste();
  const retry = await fails(4);
  network.isDown = false;
  await user.click(retry);
  await waitFor(() => expect(location.pathname).toBe('/price-check'));
});
