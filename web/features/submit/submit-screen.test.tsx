import { setImmediate } from 'node:timers/promises';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Identified } from '../../../src/contract/sale/catalogue.ts';
import { DAY_MS, daysBefore, HOUR_MS, MINUTE_MS, todayUtc } from '../../../src/contract/shared/dates.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { recordServerDate, serverNow } from '../../lib/clock.ts';
import { SUBMIT_RESET_MS } from '../../lib/timings.ts';
import { type Answers, noResponse, refusal } from '../../testing/fake-server.ts';
import { ASH, renderAt } from '../../testing/render.tsx';
import {
  accepting,
  field,
  fill,
  fillItem,
  hasFocus,
  ivs,
  openSubmit,
  type Submit,
  send,
  values,
  YESTERDAY,
} from '../../testing/submit.tsx';
import SubmitScreen from './submit-screen.tsx';

it('suggests the known name for an item without sales', async () => {
  const { answers } = accepting();
  const items = {
    ...answers.items,
    autocomplete: () => ({ data: [{ name: 'Leftovers', image_url: null, pokemon_type: null, sales: 3 }] }),
  };
  const { user } = await openSubmit('Items', { ...answers, items });
  await user.type(field('Item name'), '10x Leftovers');
  await user.click(field('Price'));
  await screen.findByText(/^No sale of this name is recorded\. Did you mean/);
  await user.click(screen.getByRole('button', { name: 'Leftovers' }));
  expect(field('Item name').value).toBe('Leftovers');
  await hasFocus('Item name');
  await user.click(field('Price'));
  await screen.findByText('No item of this name has been sold yet: yours is the first.');
});

it.each([
  ['checker', true, 'Your submissions are approved at once'],
  ['checker', false, 'A reviewer checks it before it is published'],
  ['user', true, 'A reviewer checks it before it is published'],
] as const)('says to a %s what happens to a submission; skips review: %s', async (role, skips, text) => {
  const { answers } = accepting();
  const skipsReview = vi.fn(() => skips);
  const status = () => ({ is2FAEnabled: true, passkeys: 0, recoveryCodesLeft: 9, required: null });
  const { calls } = renderAt(
    <SubmitScreen />,
    { ...answers, submissions: { ...answers.submissions, skipsReview }, twoFactor: { status } },
    { at: '/submit-data', as: { ...ASH, role } },
  );
  await waitFor(() => expect(calls.some(({ path }) => path === 'email.address')).toBe(true));
  await screen.findByText(new RegExp(`^Submit a finished sale\\. ${text}; see the`));
  expect(skipsReview).toHaveBeenCalledTimes(role === 'user' ? 0 : 1);
});

it('warns of the same sale among own pending ones, and once when it is public already', async () => {
  const { answers } = accepting();
  // The clock of the device is wrong.
  recordServerDate(new Date(Date.now() - DAY_MS).toUTCString());
  const minutesAgo = new Date(serverNow().getTime() - 3.5 * MINUTE_MS).toISOString();
  const asked = vi.fn();
  const found = (sale_id: number): Answers => ({
    ...answers,
    market: { ...answers.market, priceCheck: () => ({ ...answers.market.priceCheck(), same: 5002 }) },
    submissions: {
      same: (input) => {
        asked(input);
        return { sale_id, date_submitted: minutesAgo };
      },
    },
  });
  const texts = async () => {
    await screen.findByText(/^You submitted/);
    return screen.queryAllByText(/same sale/).map(({ textContent }) => textContent);
  };
  const mine = (id: number) =>
    `You submitted the same sale 3 minutes ago: #${id}, opens in a new tab, pending.`;
  const rendered = await openSubmit('Items', found(5003));
  fill('Item name', 'Master Ball');
  await rendered.user.type(field('Price'), '500k');
  await screen.findByText(/The same sale seems/);
  expect(asked).not.toHaveBeenCalled();
  fill('Date sold', YESTERDAY);
  expect(await texts()).toEqual([expect.stringContaining('sale #5002'), mine(5003)]);
  expect(screen.getByRole('link', { name: /^#5003/ }).getAttribute('href')).toBe('/account');
  cleanup();
  renderAt(<SubmitScreen />, found(5002), { at: '/submit-data', as: ASH });
  expect(await texts()).toEqual([mine(5002)]);
});

it('reports missing fields of an item, and focuses the first error', async () => {
  const rendered = await openSubmit();
  const { user, calls } = rendered;
  await user.click(send());
  await screen.findByText(MESSAGES.requiredFields);
  await hasFocus('Item name');
  await fillItem(rendered, '0');
  await user.click(send());
  await screen.findByText(MESSAGES.pricePositive);
  await hasFocus('Price');
  expect(field('Item name').value).toBe('Master Ball');
  fill('Price', '1000');
  fill('Date sold', daysBefore(todayUtc(), -1));
  fill('Proof URL', 'javascript:alert(1)');
  await user.click(send());
  await waitFor(() => expect(field('Date sold').getAttribute('aria-invalid')).toBe('true'));
  expect(field('Proof URL').getAttribute('aria-invalid')).toBe('true');
  expect(calls.map(({ path }) => path)).not.toContain('items.submit');
  for (const [name, days] of [
    ['Yesterday', 1],
    ['Today', 0],
  ] as const) {
    await user.click(screen.getByRole('button', { name }));
    expect(field('Date sold').value).toBe(daysBefore(todayUtc(), days));
  }
  await waitFor(() => expect(field('Date sold').getAttribute('aria-invalid')).toBeNull());
});

it.each([26, -26])(
  'has the days of the server when the clock of the device is wrong by %i hours',
  async (hours) => {
    recordServerDate(new Date(Date.now() - hours * HOUR_MS).toUTCString());
    const { user } = await openSubmit();
    await user.click(screen.getByRole('button', { name: 'Today' }));
    expect(field('Date sold').value).toBe(todayUtc(serverNow()));
    expect(field('Date sold').value).not.toBe(todayUtc());
    await user.click(document.body);
    await user.paste('Leftovers 18k yesterday');
    expect(field('Date sold').value).toBe(daysBefore(todayUtc(serverNow()), 1));
  },
);

it.each([
  ['another day', 24 * 60, true],
  ['the same day', 0, false],
])('says that days are in UTC while it is %s for the reader', async (_, behind, isSaid) => {
  const offset = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(behind);
  await openSubmit();
  expect(screen.queryByText(/^Days are in UTC, where it is /) !== null).toBe(isSaid);
  offset.mockRestore();
});

it.each([
  ['no response', noResponse()],
  ['an error of the server', refusal(500, 'Something went wrong')],
])('offers to request the forms and abilities again after %s', async (_, failure) => {
  let isDown = true;
  const { answers } = accepting();
  const { user } = await openSubmit('Pokemon', {
    ...answers,
    catalogue: {
      speciesOptions: (input) => {
        if (isDown) throw failure;
        return answers.catalogue.speciesOptions(input);
      },
    },
  });
  fill('Pokemon name', 'Rotom');
  await screen.findByText('Failed to load the forms and abilities');
  expect(screen.queryByText('Name the pokemon first')).toBeNull();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(field('Form').value).toBe('Normal'));
});

it('reports missing fields of a pokemon, on blur already', async () => {
  const { user } = await openSubmit('Pokemon');
  await user.click(field('Nature'));
  await user.click(field('Price'));
  await screen.findByText(MESSAGES.natureRequired);
  await user.click(send());
  await screen.findByText(MESSAGES.requiredFields);
  // There is nothing to choose before the name.
  expect(screen.queryByText(MESSAGES.abilityRequired)).toBeNull();
  await user.type(field('Pokemon name'), 'Garchomp');
  await user.click(await screen.findByRole('option', { name: /Garchomp/ }));
  await waitFor(() => expect(field('Form').value).toBe('Normal'));
  await user.click(send());
  await screen.findByText(MESSAGES.abilityRequired);
});

it('offers the forms and abilities that the species has, hidden ones marked', async () => {
  const { user } = await openSubmit('Pokemon');
  const choose = async (name: string) => {
    await user.clear(field('Pokemon name'));
    await user.type(field('Pokemon name'), name);
    await user.click(await screen.findByRole('option', { name: new RegExp(name) }));
  };
  await choose('Garchomp');
  const abilities = () =>
    [...field('Ability').querySelectorAll('option')].map(({ textContent }) => textContent);
  await waitFor(() => expect(abilities()).toEqual(['Choose…', 'Sand Veil', 'Rough Skin (hidden)']));
  await choose('Rotom');
  await waitFor(() => expect(field('Form').querySelectorAll('option').length).toBeGreaterThan(1));
  await user.selectOptions(field('Form'), 'Wash');
  await waitFor(() => expect(field('Ability').value).toBe('Levitate'));
});

it('offers the form of the kind that has the name, with what both have', async () => {
  const { answers } = accepting();
  const { user } = await openSubmit('Items', {
    ...answers,
    items: { ...answers.items, autocomplete: () => ({ data: [] }) },
  });
  await user.type(field('Item name'), 'garchomp');
  await user.type(field('Price'), '5');
  await user.click(await screen.findByRole('button', { name: 'Submit it as a pokemon' }));
  await waitFor(() => expect(field('Pokemon name').value).toBe('Garchomp'));
  expect(field('Price').value).toBe('5');
  expect(screen.queryByRole('button', { name: /^Submit it as/ })).toBeNull();
});

it('reports an unknown pokemon at its name, not at what cannot be chosen without it', async () => {
  const looked = Promise.withResolvers<void>();
  const { answers } = accepting();
  const { user } = await openSubmit('Pokemon', {
    ...answers,
    catalogue: {
      speciesOptions: async (input) => {
        await looked.promise;
        return answers.catalogue.speciesOptions(input);
      },
    },
  });
  const offered = (name: string) => field(name).querySelector('option')?.textContent;
  expect(offered('Form')).toBe('Name the pokemon first');
  await user.type(field('Pokemon name'), 'Garchom');
  await waitFor(() => expect([offered('Form'), offered('Ability')]).toEqual(['Loading…', 'Loading…']));
  looked.resolve();
  await waitFor(() =>
    expect([offered('Form'), offered('Ability')]).toEqual(Array(2).fill('No such pokemon')),
  );
  await user.click(send());
  await screen.findByText(MESSAGES.natureRequired);
  await hasFocus('Pokemon name');
  screen.getByText('Unknown pokemon');
  expect(screen.queryByText(MESSAGES.abilityRequired)).toBeNull();
  await user.type(field('Pokemon name'), 'p');
  await waitFor(() => expect(field('Form').value).toBe('Normal'));
  expect(screen.queryByText('Unknown pokemon')).toBeNull();
});

it('clamps IVs, moves on after two digits, and shows the hidden power they give', async () => {
  const { user } = await openSubmit('Pokemon');
  await user.type(field('HP IV'), '45');
  expect(field('HP IV').value).toBe('31');
  await user.keyboard('31301');
  expect(ivs()).toEqual(['31', '31', '30', '1', '', '']);
  for (const text of ['-3', '7.5', '1e1']) {
    await user.clear(field('Def IV'));
    await user.type(field('Def IV'), text);
    expect(field('Def IV').value).toBe(text);
    fireEvent.blur(field('Def IV'));
    expect(field('Def IV').value).toBe('');
  }
  for (const stat of ['HP', 'Atk', 'Def', 'SpA', 'SpD', 'Spe']) fill(`${stat} IV`, '31');
  const spread = screen.getByRole('group', { name: 'IVs' });
  await waitFor(() => expect(spread.textContent).toMatch(/Hidden power\s*Dark\s*70/));
  fill('Spe IV', '30');
  fill('Atk IV', '0');
  await waitFor(() => expect(spread.textContent).toMatch(/Hidden power\s*Psychic\s*68/));
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Preview' }).textContent).toContain('31/0/31/31/31/30'),
  );
});

it('takes a whole spread from the clipboard', async () => {
  const { user } = await openSubmit('Pokemon');
  await user.click(field('HP IV'));
  await user.paste('31/31/31/x/31/31');
  expect(ivs()).toEqual(['31', '31', '31', '', '31', '31']);
  await user.click(field('HP IV'));
  await user.paste(' 31 / 30 / 29 / 0 / 31 / 31 ');
  expect(ivs()).toEqual(['31', '30', '29', '0', '31', '31']);
});

it('formats a price while typing, and keeps the cursor', async () => {
  const { user } = await openSubmit();
  const price = field('Price');
  await user.type(price, '1234567');
  expect(price.value).toBe('1,234,567');
  await user.keyboard('{ArrowLeft}'.repeat(5));
  await user.keyboard('9');
  expect(price.value).toBe('12,394,567');
  expect(price.selectionStart).toBe(5);
  for (const [typed, shown] of [
    ['1.5m', '1,500,000'],
    ['12k', '12,000'],
  ] as const) {
    await user.clear(price);
    await user.type(price, typed);
    expect(price.value).toBe(shown);
  }
  fill('Price', ' 2,500,000 PD ');
  expect(price.value).toBe('2,500,000');
});

it('says what is wrong with an unparsed price, not that a field is missing', async () => {
  const rendered = await openSubmit();
  await fillItem(rendered, '1.5');
  await rendered.user.keyboard('{Enter}');
  await rendered.user.click(send());
  await screen.findByText('A price is a whole number, such as 1,500,000 or 1.5m');
  await hasFocus('Price');
  expect(screen.queryByText(MESSAGES.requiredFields)).toBeNull();
  await rendered.user.clear(field('Price'));
  await screen.findByText(MESSAGES.requiredFields);
});

it('asks for the IVs only once they are left', async () => {
  const { user } = await openSubmit('Pokemon');
  const problem = 'All six IVs are required';
  await user.type(field('HP IV'), '31');
  await hasFocus('Atk IV');
  await user.keyboard('30');
  await setImmediate();
  expect(screen.queryByText(problem)).toBeNull();
  await user.click(field('Nature'));
  await screen.findByText(problem);
});

it('offers to paste a set for a pokemon only', async () => {
  const { user } = await openSubmit('Items');
  expect(screen.queryByRole('button', { name: 'Paste a set' })).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Pokemon' }));
  await screen.findByRole('button', { name: 'Paste a set' });
});

it('puts the cursor into the text area for a set, where a space presses no button', async () => {
  const { user } = await openSubmit();
  await user.click(screen.getByRole('radio', { name: 'Pokemon' }));
  await user.click(await screen.findByRole('button', { name: 'Paste a set' }));
  const text = await screen.findByLabelText('Set');
  await waitFor(() => expect(document.activeElement).toBe(text));
});

it('fills the form from a pokemon in one line, such as a row of a spreadsheet', async () => {
  const { answers } = accepting();
  const identified: Identified = {
    ...{ named: 0, pokemon_name: 'Garchomp', suggestion: null, form: 'Normal', type: 'Dragon' },
    ...{ has_forms: false, ability: null, errors: [] },
  };
  const { user } = await openSubmit('Items', {
    ...answers,
    catalogue: { ...answers.catalogue, identify: () => ({ data: [identified] }) },
  });
  await user.click(field('Item name'));
  await user.paste('Garchomp\tJolly\t31/31/31/0/31/31\t350k');
  await waitFor(() => expect(field('Pokemon name').value).toBe('Garchomp'));
  expect([field('Nature').value, field('Price').value]).toEqual(['Jolly', '350,000']);
  expect(ivs()).toEqual(['31', '31', '31', '0', '31', '31']);
});

it('takes a paste back without what was typed since', async () => {
  const { user } = await openSubmit('Pokemon');
  fill('Pokemon name', 'Rotom');
  await waitFor(() => expect(field('Ability').value).toBe('Levitate'));
  await user.click(field('Date sold'));
  await user.paste('31/31/31/0/31/31');
  await screen.findByText('Filled 1 field from the pasted text.');
  await user.type(field('Price'), '500k');
  await user.selectOptions(field('Form'), 'Wash');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(ivs()).toEqual(['', '', '', '', '', '']);
  expect(values('Pokemon name', 'Form', 'Ability', 'Price')).toEqual([
    'Rotom',
    'Wash',
    'Levitate',
    '500,000',
  ]);
});

it('sends once, however often it is clicked', async () => {
  const { answers, submit } = accepting();
  const rendered = await openSubmit('Items', answers);
  await fillItem(rendered);
  await rendered.user.dblClick(send());
  await screen.findByRole('heading', { name: /is submitted$/ });
  expect(submit).toHaveBeenCalledTimes(1);
});

it('sends once when it is sent again before that is drawn', async () => {
  const { answers, submit } = accepting();
  const rendered = await openSubmit('Items', answers);
  await fillItem(rendered);
  const form = send().closest('form');
  act(() => {
    for (const _ of [1, 2]) form?.requestSubmit();
  });
  await screen.findByRole('heading', { name: /is submitted$/ });
  expect(submit).toHaveBeenCalledTimes(1);
});

it('keeps the input when sending fails', async () => {
  const { answers } = accepting();
  const failing = () => Promise.reject(new Error('Unable to transform response from server'));
  const rendered = await openSubmit('Items', { ...answers, items: { ...answers.items, submit: failing } });
  await fillItem(rendered);
  await rendered.user.click(send());
  await screen.findByText(MESSAGES.submitFailed);
  expect(field('Item name').value).toBe('Master Ball');
  expect(field('Price').value).toBe('500,000');
});

it('resets the form at once with Submit Another, for another sale with another key', async () => {
  const { answers } = accepting();
  const keys: unknown[] = [];
  const submit: Submit = (_input, { context }) => {
    keys.push(context.idempotencyKey);
    return answers.items.submit();
  };
  const rendered = await openSubmit('Items', { ...answers, items: { ...answers.items, submit } });
  for (const many of [1, 2]) {
    await fillItem(rendered);
    await rendered.user.click(send());
    await rendered.user.click(await screen.findByRole('button', { name: 'Submit Another' }));
    await hasFocus('Item name');
    expect(new Set(keys).size).toBe(many);
  }
});

it('reports when a submission needs no review', async () => {
  const { answers } = accepting();
  const submit = () => ({ sale_id: 1, status: 'approved' as const, message: 'Published.' });
  const rendered = await openSubmit('Items', { ...answers, items: { ...answers.items, submit } });
  await fillItem(rendered);
  const scrolled = vi.spyOn(window, 'scrollTo');
  await rendered.user.click(send());
  const heading = await screen.findByRole('heading', { name: 'Sale #1 is submitted' });
  expect(document.activeElement).toBe(heading);
  expect(scrolled).toHaveBeenLastCalledWith(0, 0);
  expect(heading.closest('[data-announced]')?.textContent).toContain('Approved');
});

const confirmation = () => screen.queryByRole('heading', { name: 'Sale #4711 is submitted' });
const isConfirmed = () => confirmation() !== null;

/** Submits an item. The clock stands still until the end of the test. */
async function confirmAtFixedTime() {
  const rendered = await openSubmit();
  await fillItem(rendered);
  vi.useFakeTimers({ shouldAdvanceTime: false, toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(send());
  // Every other way to wait would advance the fake clock.
  for (let turn = 0; turn < 1000 && !isConfirmed(); turn += 1) await setImmediate();
}

it.each<[string, () => void]>([
  ['presses a key', () => fireEvent.keyDown(document.body, { key: 'Shift' })],
  ['moves the mouse over it', () => fireEvent.pointerMove(screen.getByText('Submit Another'))],
  ['focuses its link', () => screen.getByText('View in My submissions').focus()],
])('keeps the confirmation for somebody who %s', async (_, stay) => {
  try {
    await confirmAtFixedTime();
    act(stay);
    await act(() => vi.advanceTimersByTimeAsync(10 * SUBMIT_RESET_MS));
    expect(isConfirmed()).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

it('confirms with the id, and resets the form after 3 seconds', async () => {
  try {
    await confirmAtFixedTime();
    expect(confirmation()?.closest('[data-announced]')?.textContent).toContain('Pending');
    await vi.advanceTimersByTimeAsync(SUBMIT_RESET_MS - 1);
    expect(isConfirmed()).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
  } finally {
    vi.useRealTimers();
  }
  await waitFor(() => expect(isConfirmed()).toBe(false));
  expect(field('Item name').value).toBe('');
  expect(field('Price').value).toBe('');
});
