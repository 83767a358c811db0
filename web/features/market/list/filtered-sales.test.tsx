import { act, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Route } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { NO_FIGURES } from '../../../../src/contract/market/market.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { SaleFacts } from '../../../sales/sale-facts.tsx';
import { type Answers, TestNetwork } from '../../../testing/fake-server.ts';
import {
  chips,
  fakeMarket,
  formOption,
  itemSale,
  pokemonSale,
  prices,
  sales,
} from '../../../testing/market.ts';
import { arrivesAt, type Rendered, renderAt } from '../../../testing/render.tsx';
import { LiveRegion } from '../../../ui/live-region.tsx';
import { SpreadGlyph } from '../../../ui/sale/spread-glyph.tsx';
import MarketScreen from '../market-screen.tsx';

const MARKET = fakeMarket([
  ...Array.from({ length: 28 }, (_, i) => itemSale({ price: (i + 1) * 1000 })),
  itemSale({ item_name: 'Leftovers', price: 70_000 }),
  itemSale({ item_name: 'Rare Candy', price: 2_500_000 }),
  pokemonSale({ price: 2_000_000 }),
  pokemonSale({ pokemon_name: 'Rotom', form: 'Wash', ability: 'Levitate', price: 400_000, nature: 'Bold' }),
]);

/** The market, with its list of items over this network. */
const marketOver = (network: TestNetwork): Answers => ({
  ...MARKET,
  items: { ...MARKET.items, list: network.over(MARKET.items.list) },
});

const open = (at: string, answers: Answers = MARKET) => renderAt(<MarketScreen />, answers, { at });
const button = (name: string) => screen.getByRole('button', { name });
const press = (user: Rendered['user'], control: HTMLElement) => {
  act(() => control.focus());
  return user.keyboard('{Enter}');
};
const sorted = (header: string, order: string) =>
  waitFor(() =>
    expect(screen.getByRole('columnheader', { name: header }).getAttribute('aria-sort')).toBe(order),
  );
/** Renders the live region, and returns what was announced since then. */
function announcements() {
  render(<LiveRegion />);
  return () => [...screen.getByRole('status').children].map(({ textContent }) => textContent);
}
const tab = (name: string) => screen.getByRole('tab', { name });

it('has a tab for each kind, which resets the filters', async () => {
  const { user } = open('/?min_price=60000');
  await sales('2 sales');
  expect(tab('Items').getAttribute('aria-selected')).toBe('true');
  expect(screen.queryByLabelText('Nature')).toBeNull();
  await user.click(tab('Pokemon'));
  await arrivesAt('/?tab=pokemon');
  await sales('2 sales');
  await screen.findByLabelText('Nature');
  await user.type(tab('Pokemon'), '{ArrowLeft}', { skipClick: true });
  await arrivesAt('/');
  await sales('30 sales');
});

it('has nothing to clear when a filter leaves out nothing', async () => {
  open('/?min_price=1', fakeMarket([]));
  await screen.findByText('No sales yet');
  expect(screen.queryByRole('button', { name: /^Clear all/ })).toBeNull();
});

it('says why nothing has an ability that does not exist', async () => {
  const sentence = 'The catalogue has no ability “Levitat”. Did you mean Levitate?';
  const { list } = MARKET.pokemon;
  const withNote = (input: Parameters<typeof list>[0]) => ({ ...list(input), unknown: [sentence] });
  const answers = { ...MARKET, pokemon: { ...MARKET.pokemon, list: withNote } };
  open('/?tab=pokemon&ability=Levitat', answers);
  await screen.findByText('No sales match');
  expect(screen.getByText(sentence)).toBeDefined();
});

it('has no filters where nothing has been sold, but keeps those that are on', async () => {
  const filters = () => screen.queryByRole('region', { name: 'Filters' });
  const { user } = open('/?min_price=5', fakeMarket([]));
  await screen.findByText('No sales match');
  expect(filters()).not.toBeNull();
  await user.click(screen.getByRole('button', { name: /^Clear all filters/ }));
  await screen.findByText('No sales yet');
  expect(filters()).toBeNull();
});

it.each([
  ['?name=zzz', 'No sale of an item with “zzz” in its name is recorded yet.'],
  ['?name=Leftoverz&exact=true', /^No sale of an item called “Leftoverz” is recorded yet\./],
  ['?name=zzz&min_price=5', 'No sale of an item with “zzz” in its name is recorded yet.'],
  ['?name=Leftoverz&exact=true&proof=with', /^No sale of an item called “Leftoverz” is recorded yet\./],
  ['?name=left&min_price=70001', /^Try fewer filters\./],
  ['?min_price=5&max_price=4', /^A range is reversed: /],
])('says why %s lists nothing', async (search, reason) => {
  open(`/${search}`);
  await screen.findByRole('heading', { name: 'No sales match' });
  await screen.findByText(reason);
});

const named = (...names: string[]) => ({
  data: names.map((name) => ({ name, image_url: null, pokemon_type: null, sales: 0 })),
});

it.each([
  ['lefties', ['Leftovers'], [], 'Did you mean Leftovers?'],
  ['leftovers', ['Leftovers'], [], null],
  ['ttar', [], ['Tyranitar'], 'Did you mean the pokemon Tyranitar?'],
  ['garchomp', ['Garchompite'], ['Garchomp'], 'Did you mean the pokemon Garchomp?'],
  ['lefties', ['Leftovers'], ['Lotad'], 'Did you mean Leftovers?'],
])('suggests names for %s, which lists nothing', async (name, items, pokemon, suggestion) => {
  const autocomplete = vi.fn(async () => named(...items));
  const none = fakeMarket([]);
  open(`/?name=${name}`, {
    ...none,
    items: { ...none.items, autocomplete },
    pokemon: { ...none.pokemon, autocomplete: () => named(...pokemon) },
  });
  await screen.findByRole('heading', { name: 'No sales match' });
  await waitFor(() => expect(autocomplete).toHaveBeenCalled());
  await waitFor(() => expect(screen.queryByText(/^Did you mean/)?.textContent ?? null).toBe(suggestion));
});

it('suggests names besides other filters, which stay', async () => {
  const none = fakeMarket([]);
  open('/?tab=pokemon&name=ttar&nature=Adamant', {
    ...none,
    pokemon: { ...none.pokemon, autocomplete: () => named('Tyranitar') },
  });
  const link = await screen.findByRole('link', { name: 'Tyranitar' });
  expect(link.getAttribute('href')).toBe('/pokemon/tyranitar?nature=Adamant');
});

describe('without an exact match', () => {
  const answers = fakeMarket([]);
  /** Nine similar sales, twice as many and an exact match without a filter by date, price, proof or a range of IVs. */
  const answer: NonNullable<Answers['market']>['answer'] = (input) => {
    const isNarrow = ['date_from', 'max_price', 'proof', 'min_hp_iv'].some((param) => param in input);
    const [exact, similar] = isNarrow ? [0, 9] : [1, 18];
    return { answer: { exact: { ...NO_FIGURES, sales: exact }, similar: { ...NO_FIGURES, sales: similar } } };
  };
  const openSimilar = (filters: string) =>
    open(`/?tab=pokemon&name=Garchomp&exact=true&nature=Adamant${filters}`, {
      ...answers,
      market: { ...answers.market, answer },
    });

  it('leads to the similar sales', async () => {
    openSimilar('&min_level=50');
    const link = await screen.findByRole('link', { name: 'See 19 similar sales' });
    expect(link.getAttribute('href')).toBe(
      '/pokemon/garchomp?nature=Adamant&min_level=50&check=nature.Adamant#checked-sales',
    );
  });

  it.each(['&date_from=2026-10-29', '&max_price=90000', '&proof=with', '&min_hp_iv=20'])(
    'says that the price check ignores %s',
    async (filter) => {
      openSimilar(filter);
      const link = await screen.findByRole('link', {
        name: 'See similar sales of any date, price and proof',
      });
      const check = '/pokemon/garchomp?nature=Adamant&check=nature.Adamant';
      expect(link.getAttribute('href')).toBe(`${check}#checked-sales`);
      const asked = screen.getByRole('link', { name: 'What would this go for?' });
      expect(asked.getAttribute('href')).toBe(`${check}#price-check`);
    },
  );
});

it.each([
  ['/?name=Leftovers&exact=true', '/item/leftovers?', 113, 'Compare 450,000 PD with 113 sales'],
  [
    '/?name=Leftovers&exact=true&date_from=2026-01-01',
    '/item/leftovers?',
    1,
    'Compare 450,000 PD with 1 sale',
  ],
])('compares an exact price with the sales of the name, at %s', async (at, page, count, name) => {
  const figures = { low: 1, high: 2, half_from: 1, half_to: 2, last_price: 1, last_sold: '2026-01-01' };
  const exact = { ...figures, sales: count, newest_only: false, with_proof: 0 };
  const empty = fakeMarket([]);
  const answer: NonNullable<Answers['market']>['answer'] = (input) => ({
    answer: { exact: input.min_price !== undefined ? { ...exact, sales: 0 } : exact, similar: null },
  });
  open(`${at}&min_price=450000&max_price=450000`, { ...empty, market: { ...empty.market, answer } });
  const link = await screen.findByRole('link', { name });
  const checked = `${page}check=price.450000#price-check`;
  expect(link.getAttribute('href')).toBe(checked);
  const submit = screen.getByRole('link', { name: 'Submit Data' });
  expect(submit.className).not.toBe(link.className);
  const asked = screen.getByRole('link', { name: 'Is 450,000 PD a good price?' });
  expect(asked.getAttribute('href')).toBe(checked);
});

it('announces the answer together with the count, once', async () => {
  const figures = { ...NO_FIGURES, sales: 1, last_price: 70_000, last_sold: '2026-03-12', with_proof: 1 };
  const answer = () => ({ answer: { exact: figures, similar: null } });
  const { user } = open('/?name=Leftovers&exact=true', { ...MARKET, market: { ...MARKET.market, answer } });
  const announced = announcements();
  const sentence = '1 sale: 70,000 PD on 12 Mar 2026, with proof.';
  await waitFor(() => expect(announced()).toEqual(expect.arrayContaining(['1 sale', sentence])));
  await user.click(button('Price'));
  await waitFor(() => expect(announced()).toContain('Sorted by price, ascending'));
  expect(announced().filter((text) => text === sentence)).toHaveLength(1);
});

it('leads to the sales of the other kind first when only these have the name', async () => {
  open('/?name=garch', fakeMarket([pokemonSale()]));
  const link = await screen.findByRole('link', { name: '1 under Pokemon' });
  expect(link.getAttribute('href')).toBe('/?tab=pokemon&name=garch');
  const submit = screen.getByRole('link', { name: 'Submit Data' });
  expect(link.compareDocumentPosition(submit)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('offers the forms and abilities of the chosen species', async () => {
  const { user } = open('/?tab=pokemon&name=Rotom&exact=true', {
    ...MARKET,
    catalogue: {
      speciesOptions: () => ({
        pokemon_id: 479,
        pokemon_name: 'Rotom',
        forms: ['Normal', 'Wash'].map((form) => formOption(form, 'Electric', ['Levitate'], 'Levitate')),
      }),
    },
    abilities: {
      list: () => ({
        data: ['Levitate', 'Static'].map((ability_name, i) => ({ ability_id: i, ability_name })),
      }),
    },
  });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Form' }), 'Wash');
  await arrivesAt('/?tab=pokemon&name=Rotom&exact=true&form=Wash');
  const ability = screen.getByLabelText('Ability');
  const offered = within(ability).getAllByRole('option');
  expect(offered.map(({ textContent }) => textContent)).toEqual(['Any', 'Levitate (hidden)']);
  await user.selectOptions(ability, 'Levitate');
  await waitFor(() => expect(chips()).toEqual(['Name Rotom', 'Ability Levitate', 'Form Wash']));
  await sales('1 sale');
});

it('reads the adjective of a region as its form', async () => {
  const { user } = open('/?tab=pokemon', fakeMarket([pokemonSale({ form: 'Alola' }), pokemonSale()]));
  await user.type(await screen.findByLabelText('Form'), 'Alolan');
  await arrivesAt('/?tab=pokemon&form=Alola');
  await sales('1 sale');
});

it('sorts by name, price and date, ascending and then descending, and announces the order', async () => {
  const { user } = open('/?name=ball');
  const announced = announcements();
  await sales('28 sales');
  await sorted('Date sold', 'descending');
  await user.click(button('Price'));
  await sorted('Price', 'ascending');
  await waitFor(() => expect(prices()[0]).toBe(1000));
  await user.click(button('Price'));
  await sorted('Price', 'descending');
  await waitFor(() => expect(prices().slice(0, 2)).toEqual([28_000, 27_000]));
  await user.click(button('Name'));
  await sorted('Name', 'ascending');
  await arrivesAt('/?name=ball&sort=name&order=asc');
  await waitFor(() => expect(announced()).toContain('Sorted by name, ascending'));
  expect(announced()).not.toContain('Sorted by date sold, descending');
});

it('has one tab stop in a row without links; the text of a tooltip has one in the detail', async () => {
  const sale = pokemonSale({ nature: 'Hardy', proof_url: null });
  open('/?tab=pokemon', fakeMarket([sale]));
  const row = (await screen.findByRole('rowheader')).closest('tr');
  const stops = [...(row?.querySelectorAll('button, a, [tabindex]') ?? [])];
  expect(stops.map(({ textContent }) => textContent)).toEqual(['Garchomp']);
  expect(within(row as HTMLElement).getByText('Neutral')).toBeDefined();
  render(<SaleFacts sale={sale} below="nothing" />);
  expect(screen.getAllByText('Neutral').at(-1)?.closest('[tabindex="0"]')).not.toBeNull();
  const { container } = render(<SpreadGlyph spread={{ hp: 31 }} />);
  expect(container.querySelector('[tabindex]')).toBeNull();
});

it('has pages of 25, 50 or 100, and returns to the first page', async () => {
  const { user } = open('/');
  await sales('30 sales');
  expect(prices()).toHaveLength(25);
  const size = screen.getByLabelText('Sales per page');
  const sizes = within(size).getAllByRole('option');
  expect(sizes.map(({ textContent }) => textContent)).toEqual(['25', '50', '100']);
  await user.click(button('Next page'));
  await arrivesAt('/?page=2');
  await waitFor(() => expect(prices()).toHaveLength(5));
  await user.selectOptions(size, '50');
  await arrivesAt('/?limit=50');
  await waitFor(() => expect(prices()).toHaveLength(30));
});

it.each([
  '/?tab=junk&page=-1&limit=7&sort=drop%20table&order=up&min_price=12abc&date_from=2026-02-30&exact=yes&days=1',
  '/?name=%00%E2%80%AE&page=1e9&limit=100000&nature[]=x&%5B%5D&=&&',
  '/?%E0%A4%A=%E0%A4%A',
])('tolerates the URL %s', async (at) => {
  open(at);
  await sales('30 sales');
  expect(chips()).toEqual([]);
});

it('keeps keyboard focus when filters are removed: on the next chip, the one before, or the sales', async () => {
  const { user } = open('/?name=ball&min_price=2000&proof=with');
  await sales('27 sales');
  const [name, price, proof] = ['Name contains “ball”', 'Price from 2,000 PD', 'With proof'];
  const focused = () => document.activeElement?.getAttribute('aria-label');
  async function removes(label: string, left: string[], next: string) {
    await press(user, button(`Remove filter: ${label}`));
    await waitFor(() => expect(chips()).toEqual(left));
    expect(focused()).toBe(next);
  }
  await removes(price, [name, proof], `Remove filter: ${proof}`);
  await removes(proof, [name], `Remove filter: ${name}`);
  await removes(name, [], 'Sales');
});

it.each([
  ['Clear all', '/?min_price=2000&proof=with', '29 sales'],
  ['Clear all filters', '/?proof=without', '0 sales'],
])('keeps keyboard focus in the sales after "%s"', async (label, at, before) => {
  const { user } = open(at);
  await sales(before);
  await press(user, button(label));
  await sales('30 sales');
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Sales' }));
});

// The second is read as the last page that the server allows, which the address does not name.
it.each(['/?page=77', '/?page=99999'])('reports a page beyond the last one: %s', async (at) => {
  const { user } = open(at);
  await screen.findByText('There is no such page');
  screen.getByText('30 sales found.');
  await user.click(button('Go to the first page'));
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Sales' }));
  await arrivesAt('/');
});

it('keeps the rows when a load fails, reports it, and retries on request', async () => {
  const network = new TestNetwork();
  const { user } = open('/?min_price=27000&max_price=29000', marketOver(network));
  await sales('2 sales');
  await user.click(button('Price'));
  await sorted('Price', 'ascending');
  await waitFor(() => expect(prices()).toEqual([27_000, 28_000]));
  network.isDown = true;
  await user.click(button('Price'));
  await screen.findByText(MESSAGES.fetchFailed);
  expect(prices()).toEqual([27_000, 28_000]);
  // Only now: the list may also load again by itself, while the page is still being drawn.
  const retry = await screen.findByRole('button', { name: 'Retry' });
  network.isDown = false;
  await user.click(retry);
  await waitFor(() => expect(prices()).toEqual([28_000, 27_000]));
  await waitFor(() => expect(screen.queryByText(MESSAGES.fetchFailed)).toBeNull());
});

it('offers Retry when the first load fails', async () => {
  const network = new TestNetwork({ isDown: true });
  const { user } = open('/', marketOver(network));
  await screen.findByText(MESSAGES.fetchFailed);
  expect(screen.queryAllByRole('cell')).toEqual([]);
  network.isDown = false;
  await user.click(button('Retry'));
  await sales('30 sales');
});

it('shows no answer when that to the present filter fails', async () => {
  const figures = { newest_only: false, low: 1, high: 1, half_from: 1, half_to: 1, with_proof: 0 };
  const exact = { ...figures, sales: 1, last_price: 69_000, last_sold: '2026-03-12' };
  const network = new TestNetwork();
  const answer = network.over(() => ({ answer: { exact, similar: null } }));
  const { user, inputsOf } = open('/?name=ball&proof=with', {
    ...MARKET,
    market: { ...MARKET.market, answer },
  });
  await screen.findByText(/^1 sale: 69,000 PD/);
  network.isDown = true;
  await user.click(button('Remove filter: With proof'));
  await waitFor(() => expect(inputsOf('market.answer').length).toBeGreaterThan(1));
  await waitFor(() => expect(screen.queryByText(/^1 sale: 69,000 PD/)).toBeNull());
});

it.each(['button', 'Escape'])('applies what was typed into the sheet when it closes: %s', async (by) => {
  const { user } = open('/?name=ball');
  await sales('28 sales');
  await user.click(button('Filters'));
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
  // Not yet a price: it may become `20.000k`.
  await user.type(await sheet.findByLabelText('Price from'), '20.000');
  if (by === 'Escape') await user.keyboard('{Escape}');
  else await user.click(sheet.getByRole('button', { name: 'Show 28 sales' }));
  await arrivesAt('/?name=ball&min_price=20000');
  await sales('9 sales');
});

it('discards what was typed into the sheet when the filters are cleared', async () => {
  const { user } = open('/?proof=with');
  await sales('30 sales');
  await user.click(button('Filters (1)'));
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
  await user.type(await sheet.findByLabelText('Price from'), '20000');
  await user.click(sheet.getByRole('button', { name: 'Clear filters' }));
  await arrivesAt('/');
  await user.click(sheet.getByRole('button', { name: 'Show 30 sales' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await arrivesAt('/');
});

it('links to Submit Data when nothing matches', async () => {
  open('/?name=Nothing+of+the+kind');
  const submit = await screen.findByRole('link', { name: 'Submit Data' });
  expect(submit.getAttribute('href')).toBe('/submit-data');
});

it('explains ranges that are reversed', async () => {
  open('/?min_price=1500000&max_price=1000&date_from=2026-03-12&date_to=2026-03-11');
  await screen.findByText(
    'Ranges are reversed: Price 1,500,000 to 1,000 PD; Sold 12 Mar 2026 to 11 Mar 2026.',
  );
  const isPrimary = (control: HTMLElement) => control.classList.contains('bg-accent');
  expect(isPrimary(button('Clear all filters'))).toBe(true);
  expect(isPrimary(screen.getByRole('link', { name: 'Submit Data' }))).toBe(false);
});

it('opens the same row again after the page of a sale and back, also once the order was changed', async () => {
  const { user } = renderAt(
    <Route path="/">
      <MarketScreen />
    </Route>,
    { ...MARKET, market: { ...MARKET.market, similarToSale: () => new Promise(() => {}) } },
    { at: '/?min_price=27000&max_price=28000' },
  );
  const row = (is: 'open' | 'closed') =>
    screen.findByRole('button', { name: 'Master Ball', description: /^28,000/, expanded: is === 'open' });
  await user.click(await row('closed'));
  await user.click(button('Price'));
  await sorted('Price', 'ascending');
  await row('open');
  act(() => navigate('/sale/1'));
  expect(screen.queryByRole('table')).toBeNull();
  act(() => history.back());
  await row('open');
  await user.click(await row('open'));
  act(() => navigate('/sale/1'));
  act(() => history.back());
  await row('closed');
});

it('requests the chart of what is searched only, although the chart has its space before', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #seen: (entries: { intersectionRatio: number }[]) => void;
      constructor(seen: (entries: { intersectionRatio: number }[]) => void) {
        this.#seen = seen;
      }
      observe() {
        this.#seen([{ intersectionRatio: 1 }]);
      }
      disconnect() {}
    },
  );
  try {
    const { user, inputsOf } = open('/');
    await sales('30 sales');
    await user.type(screen.getByRole('combobox', { name: /^Search items/ }), 'ball');
    await waitFor(() => expect(inputsOf('market.chart')).toMatchObject([{ name: 'ball' }]));
  } finally {
    vi.unstubAllGlobals();
  }
});
