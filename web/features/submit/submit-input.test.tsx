import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Identified } from '../../../src/contract/sale/catalogue.ts';
import type { Submission } from '../../../src/contract/sale/submissions.ts';
import type { Answers } from '../../testing/fake-server.ts';
import { ASH, renderAt } from '../../testing/render.tsx';
import { accepting, field, openSubmit, type Rendered, values, YESTERDAY } from '../../testing/submit.tsx';
import SubmitScreen from './submit-screen.tsx';

const LINK = 'https://forums.example.com/t/77';

const show = async ({ user }: Pick<Rendered, 'user'>, kind: 'Items' | 'Pokemon') =>
  user.click(await screen.findByRole('radio', { name: kind }));

it('completes a proof that was copied without its scheme, when it is left', async () => {
  const { user } = await openSubmit();
  await user.type(field('Proof URL'), 'forums.example.com/t/77');
  await user.click(field('Price'));
  expect(values('Proof URL')).toEqual([LINK]);
  await user.clear(field('Proof URL'));
  await user.type(field('Proof URL'), 'forums.example.com');
  await user.click(field('Price'));
  expect(values('Proof URL')).toEqual(['forums.example.com']);
  await screen.findByText('Proof URL must be a web address that starts with http:// or https://');
});

it('completes a proof that is sent from its field', async () => {
  const { user, inputsOf } = await openSubmit();
  await user.type(field('Item name'), 'Master Ball');
  await user.type(field('Price'), '500k');
  await user.click(screen.getByRole('button', { name: 'Yesterday' }));
  await user.type(field('Proof URL'), 'forums.example.com/t/77{Enter}');
  await screen.findByRole('heading', { name: /is submitted$/ });
  expect(inputsOf('items.submit')).toEqual([
    { item_name: 'Master Ball', price: 500_000, date_sold: YESTERDAY, proof_url: LINK },
  ]);
});

it('keeps the price and the proof of each kind apart', async () => {
  const rendered = await openSubmit('Pokemon');
  const { user } = rendered;
  const type = async (name: string, price: string, link: string) => {
    await user.type(field(name), 'Garchomp');
    await user.type(field('Price'), price);
    await user.type(field('Proof URL'), link);
  };
  await type('Pokemon name', '450k', 'https://forums.example.com/t/3');
  await show(rendered, 'Items');
  expect(values('Item name', 'Price', 'Proof URL')).toEqual(['', '', '']);
  await type('Item name', '18k', LINK);
  await show(rendered, 'Pokemon');
  expect(values('Pokemon name', 'Price', 'Proof URL')).toEqual([
    'Garchomp',
    '450,000',
    'https://forums.example.com/t/3',
  ]);
  await show(rendered, 'Items');
  expect(values('Item name', 'Price', 'Proof URL')).toEqual(['Garchomp', '18,000', LINK]);
});

it('does not replace a half-filled pokemon by an item with the name of one', async () => {
  const answers = accepting().answers;
  const rendered = await openSubmit('Pokemon', {
    ...answers,
    items: { ...answers.items, autocomplete: () => ({ data: [] }) },
    pokemon: {
      ...answers.pokemon,
      autocomplete: () => ({ data: [{ name: 'Garchomp', image_url: null, pokemon_type: null, sales: 0 }] }),
    },
  });
  const { user } = rendered;
  await user.type(field('Pokemon name'), 'Gible');
  await user.type(field('Price'), '450k');
  await show(rendered, 'Items');
  await user.type(field('Item name'), 'garchomp');
  await user.type(field('Price'), '18k');
  await user.click(await screen.findByRole('button', { name: /finish it first$/ }));
  expect(values('Pokemon name', 'Price')).toEqual(['Gible', '450,000']);
});

const REJECTED: Submission = {
  ...{ kind: 'item', sale_id: 5, item_id: 1, item_name: 'Leftovers', price: 7_000, date_sold: YESTERDAY },
  ...{ proof_url: null, image_url: null, status: 'rejected', submitted_by: ASH.user_id },
  ...{ submitted_by_username: ASH.username, approved_by: null, version: 2 },
  ...{ date_submitted: `${YESTERDAY}T12:00:00.000Z`, decided_at: `${YESTERDAY}T13:00:00.000Z` },
  resubmitted: null,
  review_notes: 'The proof shows another price.',
};

it('stays on the kind that was sent after a correction', async () => {
  const first = await openSubmit('Pokemon');
  await first.user.type(field('Pokemon name'), 'Garchomp');
  cleanup();
  const { user } = renderAt(
    <SubmitScreen />,
    { ...accepting().answers, submissions: { same: () => null, byId: () => REJECTED } },
    { at: '/submit-data?correct=5', as: ASH },
  );
  await user.click(await screen.findByRole('button', { name: 'Submit again' }));
  await user.click(await screen.findByRole('button', { name: 'Submit anyway' }));
  await user.click(await screen.findByRole('button', { name: 'Submit Another' }));
  expect(values('Item name')).toEqual(['']);
  expect(screen.queryByText('This form was restored.')).toBeNull();
});

/** A catalogue in which every name is that of Garchomp. */
const GARCHOMP: Identified = {
  ...{ named: 0, pokemon_name: 'Garchomp', suggestion: null, form: 'Normal', type: 'Dragon' },
  ...{ has_forms: false, ability: null, errors: [] },
};
function reading(): Answers {
  const answers = accepting().answers;
  const identify: NonNullable<NonNullable<Answers['catalogue']>['identify']> = ({ pokemon }) => ({
    data: pokemon.map(() => GARCHOMP),
  });
  return { ...answers, catalogue: { ...answers.catalogue, identify } };
}
const report = () => screen.queryByRole('region', { name: 'Pasted text' });
const notRead = () => [...(report()?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent);

it('shows what became of a paste above the form of its kind only', async () => {
  const rendered = await openSubmit('Pokemon', reading());
  await rendered.user.paste('Garchomp Jolly 31/31/31/0/31/31');
  await waitFor(() => expect(report()).not.toBeNull());
  await show(rendered, 'Items');
  expect(report()).toBeNull();
  await show(rendered, 'Pokemon');
  expect(report()).not.toBeNull();
});

it('fills the day and the proof from the line of a pokemon, and lists the next line as a whole', async () => {
  const { user } = await openSubmit('Pokemon', reading());
  const next = 'Garchomp Bold 31/31/31/31/31/31 600k https://forums.example.com/t/4';
  await user.paste(`Garchomp Jolly 31/31/31/0/31/31 450k ${LINK} 2026-03-12\n${next}`);
  await waitFor(() => expect(report()).not.toBeNull());
  expect(values('Price', 'Date sold', 'Proof URL')).toEqual(['450,000', '2026-03-12', LINK]);
  expect(notRead()).toEqual([`${next} One form is one sale: submit it next`]);
});

it('names the wrong spread of a pasted line, also with hyphens', async () => {
  const { user } = await openSubmit('Pokemon', reading());
  await user.paste('Garchomp Jolly 31-31-31-32-31-31');
  await waitFor(() => expect(notRead()).toEqual(['31-31-31-32-31-31 IVs are six numbers from 0 to 31']));
});

it('fills an item from its line, wherever that is pasted, and lists the next one', async () => {
  const { user } = await openSubmit();
  await user.paste(`Leftovers 18,300 ${LINK}\nMaster Ball 500k`);
  await waitFor(() => expect(report()).not.toBeNull());
  expect(values('Item name', 'Price', 'Proof URL')).toEqual(['Leftovers', '18,300', LINK]);
  expect(notRead()).toEqual(['Master Ball 500k One form is one sale: submit it next']);
  await user.click(field('Item name'));
  await user.paste('Lucky Egg 2026-03-12 20k');
  await waitFor(() => expect(values('Item name', 'Price')).toEqual(['Lucky Egg', '20,000']));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(values('Item name', 'Price', 'Date sold')).toEqual(['Leftovers', '18,300', '']);
});

it('reads a pokemon with its price as a set, and refuses a link in the name of an item', async () => {
  const rendered = await openSubmit('Pokemon', reading());
  const { user } = rendered;
  await user.paste(`Garchomp 450k ${LINK}`);
  await waitFor(() => expect(values('Pokemon name', 'Price')).toEqual(['Garchomp', '450,000']));
  await show(rendered, 'Items');
  await user.type(field('Item name'), `Leftovers ${LINK}`);
  await user.click(field('Price'));
  await screen.findByText('Item name must not contain a link: put it into the proof');
});
