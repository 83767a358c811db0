import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { type Answers, TestNetwork } from '../../../testing/fake-server.ts';
import { fakeMarket, itemSale, pokemonSale, prices, sales } from '../../../testing/market.ts';
import { address, arrivesAt, renderAt } from '../../../testing/render.tsx';
import MarketScreen from '../market-screen.tsx';

const MARKET = fakeMarket([
  ...[1, 2, 3].map((thousands) => itemSale({ price: thousands * 1000 })),
  itemSale({ item_name: 'Leftovers', price: 70_000 }),
  pokemonSale({ price: 2_000_000 }),
  pokemonSale({ price: 900_000, nature: 'Jolly', speed_iv: 30 }),
  pokemonSale({ pokemon_name: 'Togekiss', price: 400_000, nature: 'Bold', is_shiny: true }),
]);

const ADVANCED = '/?tab=pokemon&mode=advanced';
const queryAddress = (query: string): string => `/?tab=pokemon&${new URLSearchParams({ query })}`;

/** Opens Market History; the editor's script is loaded afterwards. */
async function open(at: string, answers: Answers = MARKET) {
  const rendered = renderAt(<MarketScreen />, answers, { at });
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Advanced query' });
  return { ...rendered, field };
}

const fill = (field: HTMLTextAreaElement, value: string) => fireEvent.change(field, { target: { value } });
const alertText = () =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('\n');
const alerts = (text: string) => waitFor(() => expect(alertText()).toContain(text));
const list = () => screen.getByRole('listbox', { name: 'Suggestions' });

/** Waits until the suggestions start with these. */
const suggests = (...labels: string[]) =>
  waitFor(() => {
    const options = within(list()).getAllByRole('option');
    const shown = options.map(({ firstElementChild }) => firstElementChild?.textContent);
    expect(shown.slice(0, labels.length)).toEqual(labels);
  });

describe('a query', () => {
  it('that is much too long is cut when it is pasted, and refused', async () => {
    const { user, field } = await open(ADVANCED);
    await user.click(field);
    await user.paste('price < 5 OR '.repeat(20_000));
    expect(field.value).toHaveLength(10_000);
    await user.keyboard('{Enter}');
    await alerts('The query is too long. Expected: at most 2,000 characters.');
  });

  it('is applied by Enter or the button, is confirmed, and is kept in the URL', async () => {
    const { user, field } = await open(ADVANCED);
    await sales('3 sales');
    fill(field, 'nature = Adamant OR is shiny');
    await sales('3 sales');
    await user.type(field, '{Enter}');
    await arrivesAt(queryAddress('nature = Adamant OR is shiny'));
    await alerts(MESSAGES.queryApplied);
    await sales('2 sales');

    fill(field, 'price < 900k');
    expect(alertText()).not.toContain(MESSAGES.queryApplied);
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await sales('1 sale');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await arrivesAt(ADVANCED);
    await sales('3 sales');
    expect(field.value).toBe('');
  });

  it('is cleared with the mode when the tab changes', async () => {
    const { user } = await open(queryAddress('is shiny'));
    await sales('1 sale');
    await user.click(screen.getByRole('tab', { name: 'Items' }));
    await arrivesAt('/');
    await sales('4 sales');
    expect(screen.queryByRole('textbox', { name: 'Advanced query' })).toBeNull();
    await screen.findByLabelText('Price from');
    expect(screen.getByRole('radio', { name: 'Easy' })).toHaveProperty('checked', true);
  });
});

describe('a query in effect', () => {
  it('is named, and can be restored, while the field has another text', async () => {
    const { user, field } = await open(queryAddress('is shiny'));
    await sales('1 sale');
    const applied = () => screen.queryByText('Still filtered by')?.parentElement?.textContent;
    expect(applied()).toBeUndefined();
    for (const [typed, message] of [
      ['price >', MESSAGES.queryInvalid],
      [' ', MESSAGES.queryEmpty],
    ] as const) {
      fill(field, typed);
      expect(applied()).toBe('Still filtered byis shinyRestore');
      await user.click(screen.getByRole('button', { name: 'Apply' }));
      await alerts(message);
      expect(applied()).toBe('Still filtered byis shinyRestore');
      await sales('1 sale');

      await user.click(screen.getByRole('button', { name: 'Restore' }));
      expect(field.value).toBe('is shiny');
      expect(alertText()).not.toContain(message);
      expect(applied()).toBeUndefined();
      expect(document.activeElement?.id).toBe(field.getAttribute('aria-describedby'));
    }
  });

  it('is not named when it filters nothing, because it is invalid', async () => {
    const { field } = await open(queryAddress('price >'));
    fill(field, 'price > 5');
    expect(screen.queryByText('Still filtered by')).toBeNull();
  });
});

describe('an invalid query', () => {
  it('is not applied: it shows where it fails and what was expected, and moves the cursor there', async () => {
    const { user, field } = await open(queryAddress('is shiny'));
    await sales('1 sale');
    fill(field, 'price < 5m AND nature = Bolt');
    await user.type(field, '{Enter}');
    await alerts(MESSAGES.queryInvalid);
    expect(alertText()).toMatch(
      /At character 25: "Bolt" is not a valid nature\. Did you mean Bold\? Expected: /,
    );
    expect(document.querySelector('[role=alert] mark')?.textContent).toBe('Bolt');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('Bolt');
    expect(document.activeElement).toBe(field);
    expect(address()).toBe(queryAddress('is shiny'));
    await sales('1 sale');

    await user.keyboard('Bold');
    expect(field.value).toBe('price < 5m AND nature = Bold');
    expect(alertText()).not.toContain(MESSAGES.queryInvalid);
    await user.keyboard('{Enter}');
    await alerts(MESSAGES.queryApplied);
  });

  it('is applied with what was meant on request, step by step', async () => {
    const { user, field } = await open(ADVANCED);
    fill(field, 'speed = 30 AND nature = Joly');
    await user.type(field, '{Enter}');
    await alerts('"speed" is not a field. Did you mean speed_iv?');
    await user.click(screen.getByRole('button', { name: 'speed_iv' }));
    await alerts('"Joly" is not a valid nature. Did you mean Jolly?');
    expect(field.value).toBe('speed_iv = 30 AND nature = Joly');
    await user.click(screen.getByRole('button', { name: 'Jolly' }));
    await arrivesAt(queryAddress('speed_iv = 30 AND nature = Jolly'));
    await alerts(MESSAGES.queryApplied);
    await sales('1 sale');
    expect(document.activeElement?.id).toBe(field.getAttribute('aria-describedby'));
  });

  it('is required', async () => {
    const { user, field } = await open('/?mode=advanced');
    await sales('4 sales');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await alerts(MESSAGES.queryEmpty);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
    expect(address()).toBe('/?mode=advanced');
  });

  it('closes the suggestions, which would cover the message, until the next key', async () => {
    const { user, field } = await open(ADVANCED);
    await user.type(field, 'price');
    await user.clear(field);
    await waitFor(list);
    // Unlike a click, this leaves the focus in the field, as the button does.
    fireEvent.submit(screen.getByRole('form', { name: 'Advanced query' }));
    await alerts(MESSAGES.queryEmpty);
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.keyboard('p');
    await waitFor(list);
  });

  it('shows a failed load like any other', async () => {
    const network = new TestNetwork();
    const { user, field } = await open(queryAddress('is shiny'), {
      ...MARKET,
      pokemon: { ...MARKET.pokemon, list: network.over(MARKET.pokemon.list) },
    });
    await sales('1 sale');
    network.isDown = true;
    fill(field, 'is not shiny');
    await user.type(field, '{Enter}');
    await alerts(MESSAGES.fetchFailed);
    expect(prices()).toEqual([400_000]);
    network.isDown = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await sales('2 sales');
  });
});

it('shows which terms are ignored and why, also after a reload', async () => {
  const { user, field } = await open(ADVANCED);
  fill(field, 'nature > Bold AND price > 1m');
  await user.type(field, '{Enter}');
  await sales('1 sale');
  const note =
    'nature > Bold was ignored: nature does not support >, only =, !=, LIKE, NOT LIKE, IN, NOT IN.';
  const notes = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(notes()).toContain(note);

  fill(field, 'nature > Bold');
  await user.type(field, '{Enter}');
  await alerts(MESSAGES.queryInvalid);
  expect(alertText()).toContain('nature does not support >');
});

it('shows at once which terms of the URL are ignored', async () => {
  await open(queryAddress('nature > Bold AND price > 1m'));
  await sales('1 sale');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toContainEqual(
    expect.stringMatching(/^nature > Bold was ignored: /),
  );
});

describe('completion', () => {
  it('completes fields, operators, values and keywords from the keyboard', async () => {
    const { user, field } = await open(ADVANCED);
    await user.type(field, 'nat');
    await suggests('nature');
    expect(field.getAttribute('aria-activedescendant')).toBeNull();
    await user.keyboard('{ArrowDown}');
    const chosen = within(list()).getByRole('option', { selected: true });
    expect(field.getAttribute('aria-activedescendant')).toBe(chosen.id);
    await user.keyboard('{Tab}');
    expect(field.value).toBe('nature ');
    await suggests('=', '!=', 'LIKE');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(field.value).toBe('nature = ');
    await user.keyboard('jo');
    await suggests('Jolly');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(field.value).toBe('nature = Jolly ');
    await suggests('AND', 'OR');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox', { name: 'Suggestions' })).toBeNull();
    await user.keyboard('{Enter}');
    await sales('1 sale');
    await arrivesAt(queryAddress('nature = Jolly'));
  });

  it('takes names from the server, and abilities from a list', async () => {
    const { user, field, inputsOf } = await open(ADVANCED);
    await user.type(field, 'pokemon = garch');
    await suggests('Garchomp');
    expect(inputsOf('pokemon.autocomplete')).toMatchObject([{ query: 'garch' }]);
    await user.click(screen.getByRole('option', { name: /Garchomp/ }));
    expect(field.value).toBe('pokemon = Garchomp ');
    await user.type(field, 'and ability = rough');
    await suggests('Rough Skin');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(field.value).toBe('pokemon = Garchomp and ability = Rough Skin ');
    await user.keyboard('{Enter}');
    await sales('2 sales');
  });

  it('keeps the chosen suggestion when names arrive above it', async () => {
    const names = Promise.withResolvers<void>();
    const market = fakeMarket([pokemonSale({ pokemon_name: 'Mr. Mime' })]);
    const { user, field } = await open(ADVANCED, {
      ...market,
      pokemon: {
        ...market.pokemon,
        autocomplete: (input) => names.promise.then(() => market.pokemon.autocomplete(input)),
      },
    });
    await user.type(field, 'pokemon = mr ');
    await suggests('AND', 'OR');
    await user.keyboard('{ArrowDown}');
    names.resolve();
    await suggests('Mr. Mime', 'AND', 'OR');
    const chosen = within(list()).getByRole('option', { selected: true });
    expect(field.getAttribute('aria-activedescendant')).toBe(chosen.id);
    await user.keyboard('{Enter}');
    expect(field.value).toBe('pokemon = mr AND ');
  });

  it('keeps the rest of the text', async () => {
    const { user, field } = await open(queryAddress('nature = Jolly AND price < 1m'));
    await user.type(field, 'ada', { initialSelectionStart: 9, initialSelectionEnd: 14 });
    await suggests('Adamant');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(field.value).toBe('nature = Adamant AND price < 1m');
    await user.keyboard('x');
    expect(field.value).toBe('nature = Adamant xAND price < 1m');
    await user.keyboard('{Backspace}{Escape}{Enter}');
    await sales('0 sales');
  });

  it('follows closed lists and groups', async () => {
    const { user, field } = await open(ADVANCED);
    await user.type(field, '(nature in (jol');
    await suggests('Jolly');
    await user.keyboard('{ArrowDown}{Enter}');
    await user.keyboard(', bol');
    await suggests('Bold');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(field.value).toBe('(nature in (Jolly, Bold');
    await user.keyboard(') ');
    await suggests('AND', 'OR', ')');
    await user.keyboard('){Enter}');
    await sales('2 sales');
  });

  it('applies an example with a click', async () => {
    const { user, field } = await open(ADVANCED);
    await user.click(screen.getByText('How to write a query'));
    await user.click(screen.getByRole('button', { name: 'is shiny AND NOT form = Alola' }));
    await arrivesAt(queryAddress('is shiny AND NOT form = Alola'));
    await sales('1 sale');
    expect(field.value).toBe('is shiny AND NOT form = Alola');
  });
});

describe('switching modes', () => {
  it('converts simple filters to a query and back', async () => {
    const easy = '/?tab=pokemon&name=Garchomp&exact=true&min_price=1000&nature=Jolly&max_speed_iv=30';
    const { user } = renderAt(<MarketScreen />, MARKET, { at: easy });
    await sales('1 sale');
    await user.click(screen.getByRole('radio', { name: 'Advanced' }));
    const field = await screen.findByRole('textbox', { name: 'Advanced query' });
    await sales('1 sale');
    expect(field).toHaveProperty('value', 'price >= 1000 AND nature = Jolly AND speed_iv <= 30');
    const box = screen.getByRole('combobox', { name: 'Search items and pokemon' });
    expect(box).toHaveProperty('value', 'Garchomp');
    await user.click(screen.getByRole('radio', { name: 'Easy' }));
    await arrivesAt(easy);
    await sales('1 sale');
    expect(await screen.findByLabelText('Nature')).toHaveProperty('value', 'Jolly');
  });

  it('moves a name from the query to the name box', async () => {
    const { user } = await open(queryAddress('pokemon LIKE %chomp% AND price < 1m'));
    await sales('1 sale');
    await user.click(screen.getByRole('radio', { name: 'Easy' }));
    await arrivesAt('/?tab=pokemon&name=chomp&max_price=999999');
    const box = screen.getByRole('combobox', { name: 'Search items and pokemon' });
    expect(box).toHaveProperty('value', 'chomp');
    await sales('1 sale');
  });
});
