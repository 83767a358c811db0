import { answerSummary } from '../../../src/contract/market/answer-summary.ts';
import type { Answer } from '../../../src/contract/market/market.ts';
import { cx } from '../../ui/cx.ts';

/** What a name sold for, in sentences (docs/similar-sales.md): exact matches first, then similar sales. */
export function AnswerText({ answer, compact = false }: { answer: Answer; compact?: boolean }) {
  const { exact, similar } = answerSummary(answer);
  return (
    <div className={cx('space-y-0.5 text-pretty tabular-nums', !compact && 'text-base')}>
      <p className={cx('font-medium', !compact && 'md:text-lg')}>{exact}</p>
      {similar !== null && <p className="text-ink-soft">{similar}</p>}
    </div>
  );
}
