import type { SpriteEntry } from '../../../../src/contract/admin/admin.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { refusalText } from '../../../lib/server/errors.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Sprite } from '../../../ui/sale/sprite.tsx';
import { spriteName } from './sprite-columns.tsx';
import { useSpriteActions } from './use-sprite-actions.ts';

interface DeleteSpriteDialogProps {
  sprite: SpriteEntry;
  open: boolean;
  onClose: () => void;
}

/** Confirms the deletion of a sprite. */
export function DeleteSpriteDialog({ sprite, ...dialog }: DeleteSpriteDialogProps) {
  const actions = useSpriteActions();
  const what = spriteName(sprite);

  async function remove() {
    await actions.delete(sprite);
    showToast(`Deleted ${what}.`, { tone: 'success' });
  }

  return (
    <ConfirmDialog
      {...dialog}
      title={`Delete ${what}?`}
      confirmLabel="Delete"
      danger
      onConfirm={remove}
      failureText={(error) => refusalText(error, MESSAGES.spriteDeleteFailed)}
    >
      <div className="flex items-center gap-4">
        <Sprite sources={[sprite.imgur_url]} name={sprite.pokemon_name} size={64} />
        <p>This cannot be undone. The picture stays on its host, and can be added again by its link.</p>
      </div>
    </ConfirmDialog>
  );
}
