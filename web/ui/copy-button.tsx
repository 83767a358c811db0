import { Check, Copy } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { COPIED_MS } from '../lib/timings.ts';
import { Button, type Icon } from './button.tsx';
import { TextArea } from './fields/text-field.tsx';
import { announce } from './live-region.tsx';

const COPIED = 'Copied';

interface CopyActionProps extends Pick<ComponentProps<typeof Button>, 'variant'> {
  label: string;
  icon: Icon;
  /** Answers whether it was copied. */
  copy: () => Promise<boolean>;
}

/** A button that copies something, and confirms it each time for 3 s. */
export function CopyAction({ label, icon, copy, ...button }: CopyActionProps) {
  /** Since the confirmation is shown. */
  const [copies, setCopies] = useState(0);
  const isConfirmed = copies > 0;

  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copies]);

  async function press() {
    if (!(await copy())) return setCopies(0);
    setCopies((before) => before + 1);
    announce(COPIED);
  }

  return (
    <Button {...button} icon={isConfirmed ? Check : icon} onClick={press}>
      {isConfirmed ? COPIED : label}
    </Button>
  );
}

interface CopyButtonProps extends Pick<CopyActionProps, 'variant'> {
  text: string;
  /** What it does, in full: "Copy the key". */
  label: string;
}

function select(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.select();
}

/** Copies a text; shows the text, to be copied by hand, when the browser refuses. */
export function CopyButton({ text, ...action }: CopyButtonProps) {
  const [refusals, setRefusals] = useState(0);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setRefusals(0);
      return true;
    } catch {
      // Not by https, or forbidden: there may be no clipboard at all.
      setRefusals((before) => before + 1);
      return false;
    }
  }

  return (
    <>
      {refusals > 0 && (
        <TextArea
          key={refusals}
          ref={select}
          readOnly
          label="Select the text and copy it"
          rows={2}
          value={text}
          className="basis-full"
        />
      )}
      <CopyAction {...action} icon={Copy} copy={copy} />
    </>
  );
}
