import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { losing, noResponse, refusal } from '../../../testing/fake-server.ts';
import { renderAt } from '../../../testing/render.tsx';
import DataTab from '../data/data-tab.tsx';

const PARTY = {
  id: 3,
  pokemon_id: 448,
  pokemon_name: 'Lucario',
  variant: 'Party',
  imgur_url: 'https://i.imgur.com/abc1234.png',
};

/** The editor with these sprites; the first two responses to each of its writes are lost. */
function editor(sprites: (typeof PARTY)[]) {
  let all = sprites;
  let deletions = 0;
  const { user, inputsOf } = renderAt(
    <DataTab />,
    {
      admin: {
        spriteForm: () => ({ form: null, sales: 0 }),
        sprites: () => ({
          data: all,
          pagination: { page: 1, limit: 50, total: all.length, totalPages: 1 },
        }),
        createSprite: losing(2, ({ pokemon_name, variant, imgur_url }) => {
          const sprite = { ...PARTY, pokemon_name, variant, imgur_url };
          all = [sprite];
          return sprite;
        }),
        deleteSprite: () => {
          deletions += 1;
          all = [];
          if (deletions <= 2) throw noResponse();
          throw refusal(404, 'There is no such sprite.');
        },
      },
      pokemon: { autocomplete: () => ({ data: [] }) },
      catalogue: { speciesOptions: () => ({ pokemon_id: 448, pokemon_name: 'Lucario', forms: [] }) },
    },
    { at: '/admin?tab=data&section=sprites' },
  );
  return { user, inputsOf };
}

it('takes a sprite as deleted at the second attempt when the response to the first was lost', async () => {
  const { user, inputsOf } = editor([PARTY]);
  await user.click(await screen.findByRole('button', { name: /^Delete/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await dialog.findByText('Failed to delete sprite. Please try again.');
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Deleted the Party sprite of Lucario.');
  expect(inputsOf('admin.deleteSprite')).toHaveLength(3);
});

it('takes a sprite as added at the second attempt when the response to the first was lost', async () => {
  const { user } = editor([]);
  await user.click((await screen.findAllByRole('button', { name: 'Add New Sprite' }))[0] ?? document.body);
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/^Pokemon name/), 'Lucario');
  await waitFor(() => expect(dialog.getByLabelText(/^Pokemon number/)).toHaveProperty('value', '448'));
  await user.type(dialog.getByLabelText(/^Variant/), 'Party');
  await user.type(dialog.getByLabelText(/^Image link/), PARTY.imgur_url);
  await user.click(dialog.getByRole('button', { name: 'Add sprite' }));
  await dialog.findByText('Failed to create sprite. Please try again.');
  await user.click(dialog.getByRole('button', { name: 'Add sprite' }));
  await screen.findByText('Added the Party sprite of Lucario.');
});
