import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { Button } from './button.tsx';
import { useAnnouncement } from './live-region.tsx';

type Outcome = 'copied' | 'refused';

const LABELS = { copied: 'Copied', refused: 'Select the text and copy it' };

interface CopyButtonProps {
  text: string;
  /** What it does, in full: "Copy the key". */
  label: string;
}

/** Copies a text and confirms it for 3 s; shows a message when the browser refuses. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), LIMITS.twoFactor.copiedMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  useAnnouncement(outcome && LABELS[outcome]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      // Not by https, or forbidden: there may be no clipboard at all.
      setOutcome('refused');
    }
  }

  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <Button icon={<Icon aria-hidden className="size-4" />} onClick={copy}>
      {outcome ? LABELS[outcome] : label}
    </Button>
  );
}
