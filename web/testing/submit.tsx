import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { NO_FIGURES, type Similar } from '../../src/contract/market/market.ts';
import { daysBefore, todayUtc } from '../../src/contract/shared/dates.ts';
import SubmitScreen from '../features/submit/submit-screen.tsx';
import { type Answers, refusal } from './fake-server.ts';
import { fakeMarket, formOption } from './market.ts';
import { ASH, renderAt } from './render.tsx';

export type Submit = NonNullable<NonNullable<Answers['items']>['submit']>;
export const YESTERDAY = daysBefore(todayUtc(), 1);

const NOT_SIMILAR: Similar = {
  data: [],
  answer: { exact: NO_FIGURES, similar: null },
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
export const accepting = () => {
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
    submissions: { same: () => null },
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

/** Submit Data, with the form of a kind. */
export async function openSubmit(
  kind: 'Items' | 'Pokemon' = 'Items',
  answers: Answers = accepting().answers,
) {
  const rendered = renderAt(<SubmitScreen />, answers, { at: '/submit-data', as: ASH });
  await rendered.user.click(await screen.findByRole('radio', { name: kind }));
  return rendered;
}
export type Rendered = Awaited<ReturnType<typeof openSubmit>>;

/** A field by the start of its label, which may also say that it is required. */
export const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`));
export const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
export const send = () => screen.getByRole('button', { name: /^Submit (Data|again|anyway)$/ });
export const hasFocus = (name: string) => waitFor(() => expect(document.activeElement).toBe(field(name)));
export const ivs = () =>
  within(screen.getByRole('group', { name: 'IVs' }))
    .getAllByRole<HTMLInputElement>('textbox')
    .map(({ value }) => value);

/** The values of fields. */
export const values = (...names: string[]) => names.map((name) => field(name).value);

/** Fills in an item that can be submitted. */
export async function fillItem({ user }: Rendered, price = '500k') {
  fill('Item name', 'Master Ball');
  await user.type(field('Price'), price);
  fill('Date sold', YESTERDAY);
}
