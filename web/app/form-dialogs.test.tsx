import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import type { PasskeyView } from '../../src/contract/accounts/passkeys.ts';
import { SpriteDialog } from '../features/admin/sprites/sprite-dialog.tsx';
import { ReturnDialog } from '../features/review/reviewers/return-dialog.tsx';
import { type Answers, refusal } from '../testing/fake-server.ts';
import { ASH, type Rendered, renderAt } from '../testing/render.tsx';
import ConfirmIdentity from '../two-factor/confirm-identity.tsx';
import { RenamePasskey } from '../two-factor/passkeys-panel.tsx';

const PASSKEY: PasskeyView = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Phone',
  created: '2026-03-12T12:00:00.000Z',
  lastUsed: null,
  synced: true,
};
const SPRITE = {
  id: 3,
  pokemon_id: 445,
  pokemon_name: 'Garchomp',
  variant: 'Normal',
  imgur_url: 'https://i.imgur.com/abc1234.png',
};
const REVIEWER = {
  user_id: 7,
  username: 'misty_w',
  role: 'checker',
  account_status: 'Active',
  decisions: 3,
  approved: 3,
  rejected: 0,
  overturned: 0,
  overturned_share: 0,
  median_wait_seconds: null,
  median_seconds: null,
  last_decision: null,
};

const onClose = vi.fn();
const OPEN = { open: true, onClose };

interface Form {
  dialog: ReactNode;
  /** @param refuse the answer to what the form sends */
  answers: (refuse: () => Promise<never>) => Answers;
  /** What has to be typed first, by its label. */
  typed: [label: RegExp, text: string];
  button: string;
}

const FORMS: Record<string, Form> = {
  'the return of approvals': {
    dialog: <ReturnDialog {...OPEN} reviewer={REVIEWER} since="2026-03-12" />,
    answers: (start) => ({
      reviewerAudit: { preview: () => ({ username: 'misty_w', approvals: 3 }), start },
    }),
    typed: [/^Type the username/, 'misty_w'],
    button: 'Return 3 approvals by misty_w to review',
  },
  'a sprite': {
    dialog: <SpriteDialog {...OPEN} sprite={SPRITE} />,
    answers: (editSprite) => ({
      admin: {
        editSprite,
        sprites: () => ({ data: [SPRITE], pagination: { page: 1, limit: 50, total: 1, totalPages: 1 } }),
      },
      catalogue: { speciesOptions: () => ({ pokemon_id: 445, pokemon_name: 'Garchomp', forms: [] }) },
    }),
    typed: [/^Variant/, ' Shiny'],
    button: 'Save changes',
  },
  'the name of a passkey': {
    dialog: <RenamePasskey {...OPEN} passkey={PASSKEY} />,
    answers: (rename) => ({ passkeys: { rename } }),
    typed: [/^Name/, ' 2'],
    button: 'Rename',
  },
  'the confirmation of an identity': {
    dialog: <ConfirmIdentity {...OPEN} username="ash_k" password="" onConfirm={() => undefined} />,
    answers: (confirm) => ({
      auth: { confirm },
      twoFactor: {
        status: () => ({ is2FAEnabled: false, passkeys: 0, recoveryCodesLeft: 0, required: null }),
      },
    }),
    typed: [/^Password/, 'a secret'],
    button: 'Confirm',
  },
};

/** Presses what closes a dialog. */
async function tryToClose({ user }: Rendered, dialog: HTMLElement) {
  for (const name of ['Cancel', 'Close']) await user.click(within(dialog).getByRole('button', { name }));
  await user.keyboard('{Escape}');
}

it.each(Object.entries(FORMS))(
  '%s stays open while it is sent, and shows why it was refused',
  async (_, form) => {
    const { dialog, answers, typed, button } = form;
    onClose.mockClear();
    const answer = Promise.withResolvers<never>();
    const sent = vi.fn(() => answer.promise);
    const page = renderAt(dialog, answers(sent), { as: ASH });
    const [label, text] = typed;
    await page.user.type(await screen.findByLabelText(label), text);
    const send = await screen.findByRole('button', { name: button });
    await waitFor(() => expect(send.getAttribute('aria-disabled')).toBeNull());
    await page.user.click(send);
    await waitFor(() => expect(sent).toHaveBeenCalled());
    await tryToClose(page, screen.getByRole('dialog'));
    expect(onClose).not.toHaveBeenCalled();
    answer.reject(refusal(409, 'Someone else was first.'));
    await screen.findByText('Someone else was first.');
    expect(onClose).not.toHaveBeenCalled();
  },
);
