import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Answers } from '../../../testing/fake-server.ts';
import { renderAt } from '../../../testing/render.tsx';
import DataTab from '../data/data-tab.tsx';
import { SpriteDialog } from './sprite-dialog.tsx';

const PARTY = {
  id: 3,
  pokemon_id: 448,
  pokemon_name: 'Lucario',
  variant: 'Party',
  imgur_url: 'https://i.imgur.com/abc1234.png',
};
const LOST = 'Lucario can no longer be submitted in the form Party. 12 sales have it.';

const answers: Answers = {
  admin: {
    spriteForm: () => ({ form: 'Party', sales: 12 }),
    sprites: () => ({ data: [PARTY], pagination: { page: 1, limit: 50, total: 1, totalPages: 1 } }),
  },
  catalogue: { speciesOptions: () => ({ pokemon_id: 448, pokemon_name: 'Lucario', forms: [] }) },
};

it('a sprite that is renamed names the form that cannot be submitted without it', async () => {
  const { user, inputsOf } = renderAt(
    <SpriteDialog open onClose={() => undefined} sprite={PARTY} />,
    answers,
  );
  const variant = await screen.findByLabelText(/^Variant/);
  expect(inputsOf('admin.spriteForm')).toEqual([]);
  await user.type(variant, ' hat');
  await screen.findByText(LOST);
  await user.clear(variant);
  await user.type(variant, 'Shiny Party');
  expect(screen.queryByText(LOST)).toBeNull();
});

it('a new sprite names the form that can be submitted with it, unless it is known', async () => {
  const forms = ['Normal', 'Party'].map((form) => ({
    form,
    type: 'Steel',
    abilities: [],
    hidden_ability: null,
  }));
  const { user } = renderAt(<SpriteDialog open onClose={() => undefined} sprite={null} />, {
    ...answers,
    pokemon: { autocomplete: () => ({ data: [] }) },
    catalogue: { speciesOptions: () => ({ pokemon_id: 448, pokemon_name: 'Lucario', forms }) },
  });
  await user.type(await screen.findByLabelText(/^Pokemon name/), 'lucario');
  const variant = screen.getByLabelText(/^Variant/);
  await user.type(variant, 'Shiny Party');
  await screen.findByDisplayValue('448');
  expect(screen.queryByText(/can then be submitted/)).toBeNull();
  await user.type(variant, ' Hat');
  await screen.findByText('Lucario can then be submitted in the form Party Hat.');
  await user.clear(variant);
  await user.type(variant, 'shiny');
  await waitFor(() => expect(screen.queryByText(/can then be submitted/)).toBeNull());
});

it('so does one that is deleted', async () => {
  const { user } = renderAt(<DataTab />, answers, { at: '/admin-panel?tab=data&section=sprites' });
  await user.click(await screen.findByRole('button', { name: /^Delete/ }));
  await screen.findByRole('dialog', { name: /^Delete the Party sprite of Lucario/ });
  await screen.findByText(LOST);
});
