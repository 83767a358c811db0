import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { noResponse, refusal, TestNetwork } from '../../../testing/fake-server.ts';
import { renderAt } from '../../../testing/render.tsx';
import DataTab from '../data/data-tab.tsx';

const PARTY = {
  id: 3,
  pokemon_id: 448,
  pokemon_name: 'Lucario',
  variant: 'Party',
  imgur_url: 'https://i.imgur.com/abc1234.png',
};

/** The editor with these sprites; the responses to its writes are lost, and nothing can be read afterwards. */
function editor(sprites: (typeof PARTY)[]) {
  let all = sprites;
  const network = new TestNetwork();
  const answerLost = (): never => {
    network.isDown = true;
    throw noResponse();
  };
  const { user, inputsOf } = renderAt(
    <DataTab />,
    {
      admin: {
        spriteForm: () => ({ form: null, sales: 0 }),
        sprites: network.over(() => ({
          data: all,
          pagination: { page: 1, limit: 50, total: all.length, totalPages: 1 },
        })),
        createSprite: ({ pokemon_name, variant, imgur_url }) => {
          if (all.length > 0) throw refusal(409, 'This pokemon already has a sprite of this variant.');
          all = [{ ...PARTY, pokemon_name, variant, imgur_url }];
          return answerLost();
        },
        deleteSprite: () => {
          if (all.length === 0) throw refusal(404, 'There is no such sprite.');
          all = [];
          return answerLost();
        },
      },
      pokemon: { autocomplete: () => ({ data: [] }) },
      catalogue: { speciesOptions: () => ({ pokemon_id: 448, pokemon_name: 'Lucario', forms: [] }) },
    },
    { at: '/admin?tab=data&section=sprites' },
  );
  return { user, inputsOf, network };
}

it('takes a sprite as deleted at the second attempt when the response to the first was lost', async () => {
  const { user, network, inputsOf } = editor([PARTY]);
  await user.click(await screen.findByRole('button', { name: /^Delete/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await dialog.findByText('Failed to delete sprite. Please try again.');
  network.isDown = false;
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Deleted the Party sprite of Lucario.');
  expect(inputsOf('admin.deleteSprite')).toHaveLength(2);
});

it('takes a sprite as added at the second attempt when the response to the first was lost', async () => {
  const { user, network } = editor([]);
  await user.click((await screen.findAllByRole('button', { name: 'Add New Sprite' }))[0] ?? document.body);
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/^Pokemon name/), 'Lucario');
  await waitFor(() => expect(dialog.getByLabelText(/^Pokemon number/)).toHaveProperty('value', '448'));
  await user.type(dialog.getByLabelText(/^Variant/), 'Party');
  await user.type(dialog.getByLabelText(/^Image link/), PARTY.imgur_url);
  await user.click(dialog.getByRole('button', { name: 'Add sprite' }));
  await dialog.findByText('Failed to create sprite. Please try again.');
  network.isDown = false;
  await user.click(dialog.getByRole('button', { name: 'Add sprite' }));
  await screen.findByText('Added the Party sprite of Lucario.');
});
