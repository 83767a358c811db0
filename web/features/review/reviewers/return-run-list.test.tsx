import { expect, it } from 'vitest';
import type { ReturnRun } from '../../../../src/contract/review/reviewer-audit.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { renderAt } from '../../../testing/render.tsx';
import { useReturnRuns } from './return-run-list.tsx';

const run = (run_id: number, status: ReturnRun['status']): ReturnRun => ({
  run_id,
  reviewer: 'misty',
  since: '2026-03-01T00:00:00.000Z',
  suspended: false,
  requested_by: 'professor_oak',
  status,
  total: 2,
  returned: 2,
  created: '2026-03-12T14:05:00.000Z',
  finished: null,
});

function Runs() {
  trpc.reviews.counts.useQuery({});
  const { refetch } = useReturnRuns();
  return (
    <button type="button" onClick={() => void refetch()}>
      Refetch
    </button>
  );
}

it.each<[string, ReturnRun[], number]>([
  ['has ended since', [run(2, 'done'), run(1, 'done')], 2],
  ['has begun', [run(2, 'running'), run(1, 'done')], 1],
])('reloads what a return changes when one %s', async (_, next, times) => {
  const answers = [[run(1, 'done')], next];
  const { user, inputsOf } = renderAt(<Runs />, {
    reviewerAudit: { runs: () => ({ data: answers.shift() ?? next }) },
    reviews: { counts: () => ({ pending: 0, reported: 0, all: 9 }) },
  });
  await expect.poll(() => inputsOf('reviewerAudit.runs').length).toBe(1);
  await user.click(document.querySelector('button') as HTMLButtonElement);
  await expect.poll(() => inputsOf('reviewerAudit.runs').length).toBeGreaterThan(1);
  await expect.poll(() => inputsOf('reviews.counts').length).toBe(times);
});
