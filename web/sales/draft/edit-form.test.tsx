import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { AnySale } from '../../../src/contract/sale/sale.ts';
import { SESSION_ENDED, sessionStore } from '../../lib/server/session-store.ts';
import { fakeMarket, formOption, pokemonSale } from '../../testing/market.ts';
import { ASH, renderAt } from '../../testing/render.tsx';
import EditForm from './edit-form.tsx';

const SPECIES = {
  Garchomp: { pokemon_id: 445, forms: [formOption('Normal', 'Dragon', ['Sand Veil'])] },
  Rotom: { pokemon_id: 479, forms: [formOption('Normal', 'Electric', ['Levitate'])] },
};

function edit(sale: AnySale, onSave = () => Promise.resolve()) {
  const form = (
    <>
      <EditForm
        id="edit"
        sale={sale}
        asAdmin
        onSave={onSave}
        failureText={String}
        onSaving={() => undefined}
        onDone={() => undefined}
      />
      <button type="submit" form="edit">
        Save
      </button>
    </>
  );
  return renderAt(
    form,
    {
      ...fakeMarket([]),
      catalogue: {
        speciesOptions: ({ pokemon_name }) => ({
          pokemon_name,
          ...SPECIES[pokemon_name === 'Rotom' ? 'Rotom' : 'Garchomp'],
        }),
      },
    },
    { as: ASH },
  );
}

const field = (name: string) => screen.getByLabelText<HTMLSelectElement>(new RegExp(`^${name}`));
const offered = (name: string) => [...field(name).options].map(({ value }) => value);

it('keeps a form and an ability that are not offered, until the name is changed', async () => {
  const { user } = edit(pokemonSale({ form: 'Halloween', ability: 'Rough Skin' }));
  await waitFor(() => expect(offered('Form')).toEqual(['', 'Halloween', 'Normal']));
  expect([field('Form').value, field('Ability').value]).toEqual(['Halloween', 'Rough Skin']);
  screen.getByText('No changes yet.');
  await user.selectOptions(field('Form'), 'Normal');
  await waitFor(() => expect(field('Ability').value).toBe('Sand Veil'));
  await user.clear(screen.getByLabelText(/^Pokemon name/));
  await user.type(screen.getByLabelText(/^Pokemon name/), 'Rotom');
  await waitFor(() => expect(field('Ability').value).toBe('Levitate'));
});

it('keeps changes through an expired session, and makes them to the current version, until they are saved', async () => {
  const first = edit(pokemonSale({ sale_id: 7, price: 1, nature: 'Jolly' }));
  await first.user.type(screen.getByLabelText(/^Price/), '5');
  act(() => void sessionStore.end('token', SESSION_ENDED));
  cleanup();
  const { user } = edit(pokemonSale({ sale_id: 7, price: 1, nature: 'Adamant', version: 2 }));
  screen.getByText('Your unsaved changes were restored.');
  expect([field('Price').value, field('Nature').value]).toEqual(['15', 'Adamant']);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sessionStorage.length).toBe(0));
  cleanup();
  edit(pokemonSale({ sale_id: 7, price: 15 }));
  screen.getByText('No changes yet.');
});

it('does not save a level that is not a number as no level', async () => {
  const onSave = vi.fn(() => Promise.resolve());
  const { user } = edit(pokemonSale({ level: 50 }), onSave);
  await user.clear(field('Level'));
  await user.type(field('Level'), 'ten');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  screen.getByText('Enter a whole number from 1 to 100');
  await waitFor(() => expect(document.activeElement).toBe(field('Level')));
  expect(onSave).not.toHaveBeenCalled();
  await user.clear(field('Level'));
  await waitFor(() => expect(screen.queryByText('Enter a whole number from 1 to 100')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onSave).toHaveBeenCalledWith(expect.anything(), { level: null }));
});
