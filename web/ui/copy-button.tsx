import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { Button } from './button.tsx';
import { TextArea } from './fields/text-field.tsx';
import { useAnnouncement } from './live-region.tsx';

const COPIED = 'Copied';

interface CopyButtonProps {
  text: string;
  /** What it does, in full: "Copy the key". */
  label: string;
}

function select(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.select();
}

/** Copies a text and confirms it for 3 s; shows the text, to be copied by hand, when the browser refuses. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const [refusals, setRefusals] = useState(0);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), LIMITS.twoFactor.copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);

  useAnnouncement(copied && COPIED);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setRefusals(0);
    } catch {
      // Not by https, or forbidden: there may be no clipboard at all.
      setRefusals((before) => before + 1);
    }
  }

  const Icon = copied ? Check : Copy;
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
      <Button icon={<Icon aria-hidden className="size-4" />} onClick={copy}>
        {copied ? COPIED : label}
      </Button>
    </>
  );
}
