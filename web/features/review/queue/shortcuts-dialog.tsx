import { Button } from '../../../ui/button.tsx';
import { Toggle } from '../../../ui/checkbox.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { setKeysOn, useKeysOn } from '../state/keys-setting.ts';
import { REVIEW_KEYS } from './review-keys.ts';

/** What the keys do. */
export function HelpDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const on = useKeysOn();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keys"
      description="They work wherever you are on this screen, except while you type. A key that is held with Ctrl, Alt or Meta is the browser's."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Toggle label="Keys are on" checked={on} onCheckedChange={setKeysOn} className="mb-3" />
      <dl className={cx('space-y-2.5', !on && 'text-ink-faint')}>
        {REVIEW_KEYS.map(({ key, does }) => (
          <div key={key} className="flex items-baseline gap-4 text-base">
            <dt className="w-14 shrink-0 text-right">
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
