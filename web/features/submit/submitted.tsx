import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { PATHS } from '../../lib/paths.ts';
import { Announced } from '../../ui/announced.tsx';
import { Button } from '../../ui/button.tsx';
import { StatusBadge } from '../../ui/sale-badges.tsx';
import type { Submitted } from './use-submission.ts';

/** Confirms a submission. After 3 seconds an empty form replaces it. */
export function Confirmation({ answer, onAgain }: { answer: Submitted; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    const timer = setTimeout(onAgain, LIMITS.submitResetMs);
    return () => clearTimeout(timer);
  }, [onAgain]);
  return (
    <Announced className="flex max-w-prose flex-col items-center gap-3 rounded-lg border border-line bg-surface px-6 py-12 text-center">
      <CircleCheck aria-hidden className="size-9 text-approved" strokeWidth={1.5} />
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold tabular-nums">
        Sale #{answer.sale_id} is submitted
      </h2>
      <StatusBadge status={answer.status} />
      <p className="text-base text-ink-soft">{answer.message}</p>
      <Button variant="primary" onClick={onAgain} className="mt-2">
        Submit Another
      </Button>
      <Link href={PATHS.account} className="link inline-flex min-h-control items-center text-base">
        View in My submissions
      </Link>
    </Announced>
  );
}
