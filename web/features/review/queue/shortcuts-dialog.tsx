import { REJECTION_REASONS } from '../../../../src/contract/review/review-values.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Toggle } from '../../../ui/fields/checkbox.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { setShortcutsEnabled, useShortcutsEnabled } from '../state/shortcuts.tsx';

const SHORTCUTS = [
  ['j', 'Next sale; at the end of a page where everything is decided, the next page'],
  ['k', 'Previous sale'],
  ['Enter', 'Open the sale'],
  ['a', 'Approve'],
  ['r', `Reject: 1 to ${REJECTION_REASONS.length} choose a reason, Enter sends`],
  ['d', 'Reports: dismiss them; r returns the sale to review'],
  ['e', 'Edit'],
  ['Esc', 'Leave editing or rejecting; asks first when an edit is not saved'],
  ['x', 'Select the sale; while some are selected, a and r decide them together'],
  ['u', `Undo the last decision, for ${LIMITS.review.undoSeconds} seconds`],
  ['/', 'Filter all submissions'],
  ['?', 'Show this list'],
] as const;

export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const enabled = useShortcutsEnabled();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts"
      description="They work anywhere on this screen except while you are typing. Combinations with Ctrl, Alt or Meta belong to the browser."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Toggle
        label="Use keyboard shortcuts"
        checked={enabled}
        onCheckedChange={setShortcutsEnabled}
        className="mb-3"
      />
      <dl className={cx('space-y-2.5', !enabled && 'text-ink-faint')}>
        {SHORTCUTS.map(([key, effect]) => (
          <div key={key} className="flex items-baseline gap-4 text-base">
            <dt className="w-14 shrink-0">
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
