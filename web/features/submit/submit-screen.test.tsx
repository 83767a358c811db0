import { setImmediate } from 'node:timers/promises';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import type { Similar } from '../../../src/contract/market/market.ts';
import type { Identified } from '../../../src/contract/sale/catalogue.ts';
import type { Submission } from '../../../src/contract/sale/submissions.ts';
import { daysBefore, todayUtc } from '../../../src/contract/shared/dates.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { useSession } from '../../lib/server/session.tsx';
import { sessionStore } from '../../lib/server/session-store.ts';
import { SUBMIT_RESET_MS } from '../../lib/timings.ts';
import { type Answers, noResponse, refusal } from '../../testing/fake-server.ts';
import { fakeMarket, formOption } from '../../testing/market.ts';
import { ASH, address, arrivesAt, renderAt } from '../../testing/render.tsx';
import SubmitScreen from './submit-screen.tsx';

type Submit = NonNullable<NonNullable<Answers['items']>['submit']>;
const YESTERDAY = daysBefore(todayUtc(), 1);

const NOTHING = {
  sales: 0,
  newest_only: false,
  low: null,
  high: null,
  half_from: null,
  half_to: null,
  last_price: null,
  last_sold: null,
  with_proof: 0,
};
const NOT_SIMILAR: Similar = {
  data: [],
  answer: { exact: NOTHING, similar: null },
  prices: { exact: [], similar: [] },
  position: { price: null, compared: 0, below: 0, equal: 0 },
};

const SPECIES = {
  Garchomp: {
    pokemon_id: 445,
    forms: [formOption('Normal', 'Dragon', ['Sand Veil', 'Rough Skin'], 'Rough Skin')],
  },
  Rotom: {
    pokemon_id: 479,
    forms: ['Normal', 'Wash'].map((form) => formOption(form, 'Electric', ['Levitate'])),
  },
};
const speciesNamed = (text: string) =>
  Object.entries(SPECIES).find(([name]) => name.toLowerCase() === text.toLowerCase());

/** A server that accepts every submission. */
const accepting = () => {
  const submit = vi.fn(() => ({
    sale_id: 4711,
    status: 'pending' as const,
    message: 'It will be reviewed.',
  }));
  const market = fakeMarket([]);
  const answers = {
    ...market,
    items: { ...market.items, submit: () => submit() },
    pokemon: {
      ...market.pokemon,
      submit: () => submit(),
      autocomplete: ({ query }) => ({
        data: Object.keys(SPECIES)
          .filter((name) => name.toLowerCase().startsWith(query.toLowerCase()))
          .map((name) => ({ name, image_url: null, pokemon_type: null, sales: 0 })),
      }),
    },
    market: {
      ...market.market,
      similar: () => NOT_SIMILAR,
      priceCheck: () => ({ unusual: null, comparable: 0, low: null, high: null, same: null }),
    },
    email: { address: () => ({ email: 'ash@example.org', confirmed: true, required: false, pending: null }) },
    catalogue: {
      speciesOptions: ({ pokemon_name }) => {
        const [name, species] = speciesNamed(pokemon_name) ?? [];
        if (!name || !species)
          throw refusal(400, 'Unknown pokemon', { fields: { pokemon_name: 'Unknown pokemon' } });
        return { pokemon_name: name, ...species };
      },
    },
  } satisfies Answers;
  return { answers, submit };
};

async function open(kind: 'Items' | 'Pokemon' = 'Items', answers: Answers = accepting().answers) {
  const rendered = renderAt(<SubmitScreen />, answers, { at: '/submit-data', as: ASH });
  await rendered.user.click(await screen.findByRole('radio', { name: kind }));
  return rendered;
}
type Rendered = Awaited<ReturnType<typeof open>>;

/** A field by the start of its label, which may also say that it is required. */
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`));
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const send = () => screen.getByRole('button', { name: 'Submit Data' });
const hasFocus = (name: string) => waitFor(() => expect(document.activeElement).toBe(field(name)));
const ivs = () =>
  within(screen.getByRole('group', { name: 'IVs' }))
    .getAllByRole<HTMLInputElement>('textbox')
    .map(({ value }) => value);

async function fillItem({ user }: Rendered, price = '500k') {
  fill('Item name', 'Master Ball');
  await user.type(field('Price'), price);
  fill('Date sold', YESTERDAY);
}

it('suggests the known name for an item without sales', async () => {
  const { answers } = accepting();
  const items = {
    ...answers.items,
    autocomplete: () => ({ data: [{ name: 'Leftovers', image_url: null, pokemon_type: null, sales: 3 }] }),
  };
  const { user } = await open('Items', { ...answers, items });
  await user.type(field('Item name'), '10x Leftovers');
  await user.click(field('Price'));
  await screen.findByText(/^No sale of this name is recorded\. Did you mean/);
  await user.click(screen.getByRole('button', { name: 'Leftovers' }));
  expect(field('Item name').value).toBe('Leftovers');
  await hasFocus('Item name');
  await user.click(field('Price'));
  await screen.findByText('No item of this name has been sold yet: yours is the first.');
});

it('reports missing fields of an item, and focuses the first error', async () => {
  const rendered = await open();
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

it.each([
  ['another day', 24 * 60, true],
  ['the same day', 0, false],
])('says that days are in UTC while it is %s for the reader', async (_, behind, isSaid) => {
  const offset = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(behind);
  await open();
  expect(screen.queryByText(/^Days are in UTC, where it is /) !== null).toBe(isSaid);
  offset.mockRestore();
});

it.each([
  ['no response', noResponse()],
  ['an error of the server', refusal(500, 'Something went wrong')],
])('offers to request the forms and abilities again after %s', async (_, failure) => {
  let isDown = true;
  const { answers } = accepting();
  const { user } = await open('Pokemon', {
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
  const { user } = await open('Pokemon');
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
  const { user } = await open('Pokemon');
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
  const { user } = await open('Items', {
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
  const { user } = await open('Pokemon', {
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
  const { user } = await open('Pokemon');
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
  const { user } = await open('Pokemon');
  await user.click(field('HP IV'));
  await user.paste('31/31/31/x/31/31');
  expect(ivs()).toEqual(['31', '31', '31', '', '31', '31']);
  await user.click(field('HP IV'));
  await user.paste(' 31 / 30 / 29 / 0 / 31 / 31 ');
  expect(ivs()).toEqual(['31', '30', '29', '0', '31', '31']);
});

it('formats a price while typing, and keeps the cursor', async () => {
  const { user } = await open();
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
  const rendered = await open();
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
  const { user } = await open('Pokemon');
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
  const { user } = await open('Items');
  expect(screen.queryByRole('button', { name: 'Paste a set' })).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Pokemon' }));
  await screen.findByRole('button', { name: 'Paste a set' });
});

it('fills the form from a pokemon in one line, such as a row of a spreadsheet', async () => {
  const { answers } = accepting();
  const identified: Identified = {
    ...{ named: 0, pokemon_name: 'Garchomp', suggestion: null, form: 'Normal', type: 'Dragon' },
    ...{ has_forms: false, ability: null, errors: [] },
  };
  const { user } = await open('Items', {
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
  const { user } = await open('Pokemon');
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
  const rendered = await open('Items', answers);
  await fillItem(rendered);
  await rendered.user.dblClick(send());
  await screen.findByRole('heading', { name: /is submitted$/ });
  expect(submit).toHaveBeenCalledTimes(1);
});

it('keeps the input when sending fails', async () => {
  const { answers } = accepting();
  const failing = () => Promise.reject(new Error('Unable to transform response from server'));
  const rendered = await open('Items', { ...answers, items: { ...answers.items, submit: failing } });
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
  const rendered = await open('Items', { ...answers, items: { ...answers.items, submit } });
  for (const many of [1, 2]) {
    await fillItem(rendered);
    await rendered.user.click(send());
    await rendered.user.click(await screen.findByRole('button', { name: 'Submit Another' }));
    await hasFocus('Item name');
    expect(new Set(keys).size).toBe(many);
  }
});

it('has a new key after the server received another submission with its key, also after a reload', async () => {
  const { answers } = accepting();
  const keys: string[] = [];
  const submit: Submit = (_input, { context }) => {
    keys.push(String(context.idempotencyKey));
    throw keys.length === 1 ? refusal(409, 'Used', { reason: 'IDEMPOTENCY_KEY_REUSED' }) : noResponse();
  };
  const rendered = await open('Items', { ...answers, items: { ...answers.items, submit } });
  await fillItem(rendered);
  await rendered.user.click(send());
  await screen.findByText(/^An earlier version of this submission was already received/);
  expect(field('Item name').value).toBe('Master Ball');
  await rendered.user.click(send());
  await screen.findByText(MESSAGES.submitFailed);
  cleanup();
  const reloaded = await open('Items', { ...answers, items: { ...answers.items, submit } });
  expect(field('Item name').value).toBe('Master Ball');
  await reloaded.user.click(send());
  await screen.findByText(MESSAGES.submitFailed);
  expect(keys).toEqual([keys[0], keys[1], keys[1]]);
  expect(keys[1]).not.toBe(keys[0]);
});

it('reports when a submission needs no review', async () => {
  const { answers } = accepting();
  const submit = () => ({ sale_id: 1, status: 'approved' as const, message: 'Published.' });
  const rendered = await open('Items', { ...answers, items: { ...answers.items, submit } });
  await fillItem(rendered);
  const scrolled = vi.spyOn(window, 'scrollTo');
  await rendered.user.click(send());
  const heading = await screen.findByRole('heading', { name: 'Sale #1 is submitted' });
  expect(document.activeElement).toBe(heading);
  expect(scrolled).toHaveBeenLastCalledWith(0, 0);
  expect(heading.closest('[data-announced]')?.textContent).toContain('Approved');
});

it('confirms with the id, and resets the form after 3 seconds', async () => {
  const confirmation = () => screen.queryByRole('heading', { name: 'Sale #4711 is submitted' });
  const isConfirmed = () => confirmation() !== null;
  const rendered = await open();
  await fillItem(rendered);
  vi.useFakeTimers({ shouldAdvanceTime: false, toFake: ['setTimeout', 'clearTimeout'] });
  try {
    fireEvent.click(send());
    // Every other way to wait would advance the fake clock.
    for (let turn = 0; turn < 1000 && !isConfirmed(); turn += 1) await setImmediate();
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

it('gives back what was typed of a kind after a look at the other one', async () => {
  const rendered = await open('Pokemon');
  const { user } = rendered;
  const show = (kind: string) => user.click(screen.getByRole('radio', { name: kind }));
  fill('Pokemon name', 'Garchomp');
  await user.type(field('HP'), '31');
  await show('Items');
  expect(field('Item name').value).toBe('');
  await fillItem(rendered);
  await show('Pokemon');
  expect([field('Pokemon name').value, ivs()[0], field('Price').value]).toEqual([
    'Garchomp',
    '31',
    '500,000',
  ]);
  // Twice, without input in between.
  for (const kind of ['Items', 'Pokemon', 'Items']) await show(kind);
  expect(field('Item name').value).toBe('Master Ball');
  await user.click(send());
  await user.click(await screen.findByRole('button', { name: 'Submit Another' }));
  expect(field('Item name').value).toBe('');
  await show('Pokemon');
  expect([field('Pokemon name').value, ivs()[0], field('Price').value]).toEqual([
    'Garchomp',
    '31',
    '500,000',
  ]);
});

it('starts over with the kind that is shown, not with the other one', async () => {
  const first = await open('Pokemon');
  fill('Pokemon name', 'Garchomp');
  await first.user.click(screen.getByRole('radio', { name: 'Items' }));
  await fillItem(first);
  cleanup();
  const { user } = renderAt(<SubmitScreen />, accepting().answers, { at: '/submit-data', as: ASH });
  await user.click(await screen.findByRole('button', { name: 'Start over' }));
  expect(values('Item name', 'Price')).toEqual(['', '']);
  await user.click(screen.getByRole('radio', { name: 'Pokemon' }));
  expect(values('Pokemon name')).toEqual(['Garchomp']);
});

const byId = (answer: Submission | Error): Answers => ({
  ...accepting().answers,
  submissions: {
    byId: () => {
      if (answer instanceof Error) throw answer;
      return answer;
    },
  },
});
const REJECTED: Submission = {
  kind: 'item',
  sale_id: 5,
  item_id: 1,
  item_name: 'Leftovers',
  price: 7_000,
  date_sold: YESTERDAY,
  proof_url: null,
  image_url: null,
  status: 'rejected',
  submitted_by: ASH.user_id,
  submitted_by_username: ASH.username,
  approved_by: null,
  version: 2,
  date_submitted: `${YESTERDAY}T12:00:00.000Z`,
  decided_at: `${YESTERDAY}T13:00:00.000Z`,
  review_notes: 'The proof shows another price.',
};

it('keeps a correction apart from another form', async () => {
  const correction = `/submit-data?correct=${REJECTED.sale_id}`;
  const answers = byId(REJECTED);
  const openAt = (at: string) => {
    cleanup();
    return renderAt(<SubmitScreen />, answers, { at, as: ASH });
  };
  await fillItem(openAt('/submit-data'));
  openAt(correction);
  await screen.findByRole('region', { name: 'Rejection' });
  fill('Price', '8000');
  openAt('/submit-data');
  await screen.findByText('This form was restored.');
  expect([field('Item name').value, field('Price').value]).toEqual(['Master Ball', '500,000']);
  openAt(correction);
  await screen.findByText('This form was restored.');
  expect([field('Item name').value, field('Price').value]).toEqual(['Leftovers', '8,000']);
});

const go = (to: string) => act(() => navigate(to));
const values = (...names: string[]) => names.map((name) => field(name).value);
const corrected = () => screen.findByRole('region', { name: 'Rejection' });

it('keeps a correction and the ordinary form apart when the address changes between them', async () => {
  const rendered = renderAt(<SubmitScreen />, byId(REJECTED), { at: '/submit-data?correct=5', as: ASH });
  await corrected();
  fill('Price', '8000');
  go('/submit-data');
  expect(values('Item name', 'Price')).toEqual(['', '']);
  await fillItem(rendered);
  go('/submit-data?correct=5');
  await corrected();
  expect(values('Item name', 'Price')).toEqual(['Leftovers', '8,000']);
  go('/submit-data');
  expect(values('Item name', 'Price')).toEqual(['Master Ball', '500,000']);
});

it('brings back the rejected sale with Start over, and the ordinary form once the correction is sent', async () => {
  const rendered = renderAt(<SubmitScreen />, byId(REJECTED), { at: '/submit-data', as: ASH });
  const { user } = rendered;
  await fillItem(rendered);
  go('/submit-data?correct=5');
  await corrected();
  fill('Price', '8000');
  go('/submit-data');
  go('/submit-data?correct=5');
  await user.click(await screen.findByRole('button', { name: 'Start over' }));
  await corrected();
  expect(address()).toBe('/submit-data?correct=5');
  expect(values('Item name', 'Price')).toEqual(['Leftovers', '7,000']);
  await user.click(send());
  await user.click(await screen.findByRole('button', { name: 'Submit Another' }));
  await hasFocus('Item name');
  expect(address()).toBe('/submit-data');
  expect(values('Item name', 'Price')).toEqual(['Master Ball', '500,000']);
});

it('forgets the form that was sent, wherever its answer arrives', async () => {
  const sent =
    Promise.withResolvers<ReturnType<ReturnType<typeof accepting>['answers']['items']['submit']>>();
  const answers = byId(REJECTED);
  const submit = vi.fn(() => sent.promise);
  const rendered = renderAt(
    <SubmitScreen />,
    { ...answers, items: { ...answers.items, submit } },
    { at: '/submit-data', as: ASH },
  );
  await fillItem(rendered);
  await rendered.user.click(send());
  await waitFor(() => expect(submit).toHaveBeenCalled());
  go('/submit-data?correct=5');
  await corrected();
  fill('Price', '8000');
  await act(async () => sent.resolve({ sale_id: 1, status: 'pending', message: '' }));
  go('/submit-data');
  expect(values('Item name', 'Price')).toEqual(['', '']);
  go('/submit-data?correct=5');
  await corrected();
  expect(values('Price')).toEqual(['8,000']);
});

it('keeps what was typed while a sale was being sent, also after the page was left', async () => {
  const { answers } = accepting();
  const answer = Promise.withResolvers<void>();
  const submit = vi.fn(() => answer.promise.then(answers.items.submit));
  const slow = { ...answers, items: { ...answers.items, submit } };
  const rendered = await open('Items', slow);
  await fillItem(rendered);
  await rendered.user.click(send());
  await waitFor(() => expect(submit).toHaveBeenCalled());
  cleanup();
  renderAt(<SubmitScreen />, slow, { at: '/submit-data', as: ASH });
  await screen.findByText('This form was restored.');
  fill('Price', '7000');
  await act(async () => answer.resolve());
  await screen.findByText('Sale #4711 is submitted');
  expect(values('Item name', 'Price')).toEqual(['Master Ball', '7,000']);
  cleanup();
  renderAt(<SubmitScreen />, slow, { at: '/submit-data', as: ASH });
  expect(values('Item name', 'Price')).toEqual(['Master Ball', '7,000']);
  await rendered.user.click(send());
  await rendered.user.click(await screen.findByRole('button', { name: 'Submit Another' }));
  expect(values('Item name', 'Price')).toEqual(['', '']);
});

it('keeps the changes of a sale that is being sent as the next one', async () => {
  const { answers } = accepting();
  const answer = Promise.withResolvers<void>();
  const submit = vi.fn(() => answer.promise.then(answers.items.submit));
  const rendered = await open('Items', { ...answers, items: { ...answers.items, submit } });
  await fillItem(rendered);
  await rendered.user.click(send());
  await waitFor(() => expect(submit).toHaveBeenCalled());
  fill('Price', '7000');
  await act(async () => answer.resolve());
  await rendered.user.click(await screen.findByRole('button', { name: 'Submit Another' }));
  expect(values('Item name', 'Price')).toEqual(['Master Ball', '7,000']);
});

it('sends a correction with its key again after a reload, also when nothing was changed', async () => {
  const keys: unknown[] = [];
  const submit: Submit = (_input, { context }) => {
    keys.push(context.idempotencyKey);
    throw noResponse();
  };
  const answers = byId(REJECTED);
  for (const times of [1, 2]) {
    cleanup();
    const { user } = renderAt(
      <SubmitScreen />,
      { ...answers, items: { ...answers.items, submit } },
      { at: '/submit-data?correct=5', as: ASH },
    );
    await corrected();
    await user.click(send());
    await screen.findByText(MESSAGES.submitFailed);
    expect(keys).toHaveLength(times);
  }
  expect(keys[1]).toBe(keys[0]);
});

it('keeps an ordinary form when an address names what was sold', async () => {
  const rendered = await open();
  const { user } = rendered;
  await fillItem(rendered);
  go('/submit-data?kind=item&name=Leftovers');
  expect(values('Item name', 'Price')).toEqual(['Leftovers', '']);
  fill('Price', '9000');
  go('/submit-data');
  expect(values('Item name', 'Price')).toEqual(['Master Ball', '500,000']);
  go('/submit-data?kind=item&name=Leftovers');
  await user.click(await screen.findByRole('button', { name: 'Start over' }));
  expect(values('Item name', 'Price')).toEqual(['Leftovers', '']);
});

it('keeps what was typed of both kinds when the page is left', async () => {
  const first = await open('Pokemon');
  fill('Pokemon name', 'Garchomp');
  await first.user.type(field('HP'), '31');
  await first.user.click(screen.getByRole('radio', { name: 'Items' }));
  await fillItem(first);
  cleanup();
  const { user } = renderAt(<SubmitScreen />, accepting().answers, { at: '/submit-data', as: ASH });
  await screen.findByText('This form was restored.');
  expect(values('Item name', 'Price')).toEqual(['Master Ball', '500,000']);
  await user.click(screen.getByRole('radio', { name: 'Pokemon' }));
  expect([field('Pokemon name').value, ivs()[0], field('Price').value]).toEqual([
    'Garchomp',
    '31',
    '500,000',
  ]);
});

const LogoutButton = () => (
  <button type="button" onClick={useSession().logout}>
    Logout
  </button>
);
const keptForms = () => Object.keys(sessionStorage).length;
const BROCK = { ...ASH, user_id: 2, username: 'brock' };

/** Types into a form of a page on which the user can log out. */
async function typeIntoForm(): Promise<Rendered> {
  const page = (
    <>
      <LogoutButton />
      <SubmitScreen />
    </>
  );
  const answers = { ...accepting().answers, auth: { logout: () => ({ message: '' }) } };
  const rendered = renderAt(page, answers, { at: '/submit-data', as: ASH });
  await fillItem(rendered);
  fill('Proof URL', 'https://example.org/proof.png');
  expect(keptForms()).toBe(1);
  return rendered;
}

it('keeps nothing of a form when the user logs out', async () => {
  const { user } = await typeIntoForm();
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  await arrivesAt('/');
  expect([localStorage.length, keptForms()]).toEqual([0, 0]);
});

it('keeps nothing of a form when the user logs out in another tab', async () => {
  await typeIntoForm();
  dispatchEvent(Object.assign(new Event('storage'), { newValue: 'out' }));
  expect(keptForms()).toBe(0);
});

it('keeps a form when the session expires, until somebody else signs in', async () => {
  await typeIntoForm();
  act(() => void sessionStore.end('token'));
  expect(keptForms()).toBe(1);
  act(() => sessionStore.set({ token: 'next', user: ASH }));
  expect(keptForms()).toBe(1);
  act(() => sessionStore.set({ token: 'other', user: BROCK }));
  expect(keptForms()).toBe(0);
});

it('sends a form with its key after a look at the other kind', async () => {
  const { answers } = accepting();
  const keys: unknown[] = [];
  const submit: Submit = (_input, { context }) => {
    keys.push(context.idempotencyKey);
    throw noResponse();
  };
  const rendered = await open('Items', { ...answers, items: { ...answers.items, submit } });
  const { user } = rendered;
  await fillItem(rendered);
  await user.click(send());
  await waitFor(() => expect(keys).toHaveLength(1));
  for (const kind of ['Pokemon', 'Items']) await user.click(screen.getByRole('radio', { name: kind }));
  await user.click(send());
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[1]).toBe(keys[0]);
});

it.each([
  [
    'pending',
    { ...REJECTED, status: 'pending' as const },
    `Submission #5 is pending, so there is nothing to correct.`,
  ],
  [
    'missing',
    refusal(404, 'There is no such submission.'),
    'You have no submission #5 that could be corrected.',
  ],
])('shows an ordinary form when the sale to correct is %s', async (_, answer, problem) => {
  renderAt(<SubmitScreen />, byId(answer), { at: '/submit-data?correct=5', as: ASH });
  await screen.findByText(problem);
  screen.getByRole('heading', { name: 'Submit Data' });
  expect(field('Item name').value).toBe('');
});
