import type { Answer } from '../../../src/contract/market/answer.ts';
import { answerSummary } from '../../../src/contract/market/answer-summary.ts';

/** What a name sold for, in sentences (docs/similar-sales.md): exact matches first, then similar sales. */
export function AnswerText({ answer }: { answer: Answer }) {
  const { exact, similar } = answerSummary(answer);
  return (
    <div className="space-y-0.5 text-base text-pretty tabular-nums">
      <p className="font-medium md:text-lg">{exact}</p>
      {similar !== null && <p className="text-ink-soft">{similar}</p>}
    </div>
  );
}
