import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Route } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { Submission } from '../../../src/contract/sale/submissions.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { PATHS } from '../../lib/paths.ts';
import { type Answers, noResponse, refusal } from '../../testing/fake-server.ts';
import { itemSale, pokemonSale } from '../../testing/market.ts';
import { ASH, arrivesAt, renderAt } from '../../testing/render.tsx';
import { accepting, fill, ivs, values } from '../../testing/submit.tsx';
import SubmitScreen from '../submit/submit-screen.tsx';
import AccountScreen from './account-screen.tsx';

type Withdraw = NonNullable<NonNullable<Answers['submissions']>['withdraw']>;

const PENDING = {
  status: 'pending',
  submitted_by: ASH.user_id,
  proof_url: 'https://forum.example/t/1',
} as const;
const UNDECIDED = { decided_at: null, resubmitted: null };
const ITEM: Submission = {
  ...itemSale({ ...PENDING, sale_id: 11, item_name: 'Leftovers', price: 20_000 }),
  ...UNDECIDED,
};
const POKEMON: Submission = { ...pokemonSale({ ...PENDING, sale_id: 12, hp_iv: 30 }), ...UNDECIDED };

/** Opens the account of someone with pending submissions, and the dialog of one of them. */
async function openDialog(sale: Submission, withdraw: Withdraw) {
  const { answers } = accepting();
  let pending = [ITEM, POKEMON];
  const counts = () => ({ pending: pending.length, approved: 0, rejected: 0 });
  const rendered = renderAt(
    <>
      <Route path={PATHS.account} component={AccountScreen} />
      <Route path={PATHS.submit} component={SubmitScreen} />
    </>,
    {
      ...answers,
      reports: { mine: () => ({ data: [], pagination: { page: 1, limit: 5, total: 0, totalPages: 1 } }) },
      inbox: { count: () => ({ unread: 0, rejected: 0 }) },
      submissions: {
        ...answers.submissions,
        counts,
        list: () => ({
          data: pending,
          pagination: { page: 1, limit: 20, total: pending.length, totalPages: 1 },
        }),
        withdraw,
      },
    },
    { at: PATHS.account, as: ASH },
  );
  const name = sale === ITEM ? 'Leftovers, sale #11' : 'Garchomp, sale #12';
  await rendered.user.click(await screen.findByRole('button', { name: `Withdraw ${name}` }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('heading').textContent).toBe(`Withdraw ${name}?`);
  return {
    ...rendered,
    dialog,
    press: () => rendered.user.click(dialog.getByRole('button', { name: 'Withdraw' })),
    gone: () => {
      pending = pending.filter((one) => one !== sale);
    },
  };
}

const isListed = (id: number) => screen.queryByText(`#${id}`) !== null;
const withdrawn = ({ id }: Parameters<Withdraw>[0]) => ({ message: `Sale #${id} was withdrawn.` });

it('withdraws a pending submission after a question that names it, and fills in the form with it', async () => {
  const { dialog, press, gone, user, inputsOf } = await openDialog(ITEM, (input) => {
    gone();
    return withdrawn(input);
  });
  expect(dialog.getByText(/^Reviewers/).textContent).toBe(
    'Reviewers will no longer see this sale for 20,000 PD. You cannot undo this; an admin can restore the sale.',
  );
  expect(inputsOf('submissions.withdraw')).toEqual([]);
  await press();
  await waitFor(() => expect([isListed(11), isListed(12)]).toEqual([false, true]));
  expect(inputsOf('submissions.withdraw')).toEqual([{ id: 11 }]);
  await screen.findByText('1 submitted: 1 pending');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'My submissions' }));
  screen.getByText('Sale #11 was withdrawn.');
  await user.click(screen.getByRole('button', { name: 'Submit it again, corrected' }));
  await arrivesAt('/submit-data?kind=item&name=Leftovers&again=11');
  expect(values('Item name', 'Price', 'Date sold', 'Proof URL')).toEqual([
    'Leftovers',
    '20,000',
    ITEM.date_sold,
    'https://forum.example/t/1',
  ]);
  await user.click(screen.getByRole('button', { name: 'Submit Data' }));
  await screen.findByText('Sale #4711 is submitted');
  expect(inputsOf('items.submit')).toMatchObject([{ item_name: 'Leftovers', price: 20_000 }]);
});

it('fills in all traits of a pokemon', async () => {
  const { press, user } = await openDialog(POKEMON, withdrawn);
  await press();
  await user.click(await screen.findByRole('button', { name: 'Submit it again, corrected' }));
  await arrivesAt('/submit-data?kind=pokemon&name=Garchomp&again=12');
  expect(ivs()).toEqual(['30', '31', '31', '31', '31', '31']);
  await waitFor(() =>
    expect(values('Nature', 'Ability', 'Form')).toEqual(['Adamant', 'Rough Skin', 'Normal']),
  );
});

it('keeps the input of another sale with this name', async () => {
  const { press, user } = await openDialog(ITEM, withdrawn);
  await press();
  const other = '/submit-data?kind=item&name=Leftovers';
  act(() => navigate(other));
  fill('Price', '9000');
  await user.click(await screen.findByRole('button', { name: 'Submit it again, corrected' }));
  await waitFor(() => expect(values('Item name', 'Price')).toEqual(['Leftovers', '20,000']));
  act(() => navigate(other));
  await waitFor(() => expect(values('Item name', 'Price')).toEqual(['Leftovers', '9,000']));
  act(() => navigate(`${other}&again=11`));
  await waitFor(() => expect(values('Item name', 'Price')).toEqual(['Leftovers', '20,000']));
});

it('explains that the submission was decided meanwhile, and loads the list again', async () => {
  const { dialog, press, inputsOf } = await openDialog(ITEM, () => {
    throw refusal(409, MESSAGES.alreadyReviewed, { reason: 'ALREADY_REVIEWED' });
  });
  const before = inputsOf('submissions.list').length;
  await press();
  await dialog.findByText(`${MESSAGES.alreadyReviewed} The decision will be shown here in a few seconds.`);
  await waitFor(() => expect(inputsOf('submissions.list').length).toBeGreaterThan(before));
  expect(isListed(11)).toBe(true);
});

it('can be sent again when its response was lost', async () => {
  let isLost = true;
  const { dialog, press, gone } = await openDialog(ITEM, (input) => {
    gone();
    if (!isLost) return withdrawn(input);
    isLost = false;
    throw noResponse();
  });
  await press();
  await dialog.findByText('No response arrived. Please try again.');
  await waitFor(() => expect(isListed(11)).toBe(false));
  await press();
  await screen.findByText('Sale #11 was withdrawn.');
});
