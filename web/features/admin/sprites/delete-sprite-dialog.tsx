import { useState } from 'react';
import type { SpriteEntry } from '../../../../src/contract/admin/admin.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { refusalText } from '../../../lib/server/errors.ts';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Sprite } from '../../../ui/sprite.tsx';
import { spriteName } from './sprite-columns.tsx';
import { useSpriteActions } from './use-sprite-actions.ts';

interface DeleteSpriteDialogProps {
  sprite: SpriteEntry;
  open: boolean;
  onClose: () => void;
}

/** Confirms the deletion of a sprite. */
export function DeleteSpriteDialog({ sprite, open, onClose }: DeleteSpriteDialogProps) {
  const { delete: remove } = useSpriteActions();
  const [failure, setFailure] = useState<string | null>(null);
  const what = spriteName(sprite);

  async function confirm() {
    setFailure(null);
    try {
      await remove(sprite);
      onClose();
      showToast(`Deleted ${what}.`, { tone: 'success' });
    } catch (error) {
      setFailure(refusalText(error, MESSAGES.spriteDeleteFailed));
    }
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Delete ${what}?`}
      confirmLabel="Delete"
      danger
      error={failure}
      onConfirm={confirm}
    >
      <div className="flex items-center gap-4">
        <Sprite sources={[sprite.imgur_url]} name={sprite.pokemon_name} size={64} />
        <p>This cannot be undone. The picture stays on its host, and can be added again by its link.</p>
      </div>
    </ConfirmDialog>
  );
}
