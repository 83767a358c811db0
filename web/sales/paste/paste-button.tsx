import { ClipboardPaste } from 'lucide-react';
import { useState } from 'react';
import { looksLikeSets } from '../../../src/contract/paste/pasted-text.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields/text-field.tsx';
import { FormAlert } from '../../ui/form-messages.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';

interface PasteButtonProps {
  /** False when the text could not be read. */
  onPaste: (text: string) => Promise<boolean>;
  /** Why it could not be read. */
  error: string | null;
}

/** The text in the clipboard; empty when the browser does not give it. */
async function clipboardText(): Promise<string> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return '';
  }
}

export const EXAMPLE_SET =
  'For example:\n\nGarchomp @ Leftovers\nAbility: Rough Skin\nJolly Nature\nIVs: 0 SpA';

/** Reads a set from the clipboard, or from a text area where the browser does not allow that. */
export function PasteButton({ onPaste, error }: PasteButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');

  async function press() {
    const copied = await clipboardText();
    setText(copied.slice(0, LIMITS.paste.length));
    if (!looksLikeSets(copied) || !(await onPaste(copied))) setOpen(true);
  }
  async function read() {
    if (await onPaste(text)) setOpen(false);
  }

  return (
    <>
      <Button icon={ClipboardPaste} onClick={press}>
        Paste a set
      </Button>
      <FormDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Paste a set"
        description="In the text format that Showdown exports."
        submitLabel="Read the set"
        disabled={text.trim() === ''}
        onSubmit={read}
      >
        <TextArea
          label="Set"
          rows={9}
          maxLength={LIMITS.paste.length}
          placeholder={EXAMPLE_SET}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <FormAlert>{error}</FormAlert>
      </FormDialog>
    </>
  );
}
