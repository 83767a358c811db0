import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, the longest first. Those that mostly wait and those that keep a core busy alternate. */
const LONGEST = [
  'e2e/review/workbench-appearance.test.ts',
  'src/testing/processes/start.test.ts',
  'e2e/admin/admin-appearance.test.ts',
  'src/testing/faults/torture.test.ts',
  'e2e/admin/logs.test.ts',
  'src/testing/standbys/standbys.test.ts',
  'e2e/appearance/market.test.ts',
  'src/testing/faults/lost-connections.test.ts',
  'e2e/market/chart.test.ts',
  'src/testing/faults/lost-redis.test.ts',
  'e2e/appearance/user.test.ts',
  'src/modules/market/market-live.test.ts',
  'src/trpc/roles.test.ts',
  'src/db/embedded/server.test.ts',
  'e2e/review/workbench.test.ts',
  'src/db/backup/backup.test.ts',
  'e2e/market/name-pages.test.ts',
  'src/http/closing.test.ts',
  'e2e/review/reports.test.ts',
  'jobs/follow-kill.test.ts',
  'e2e/market/page-data.test.ts',
  'jobs/submission-notices.test.ts',
  'e2e/market/search-journeys.test.ts',
  'src/queue/backend.test.ts',
  'e2e/market/similar.test.ts',
  'e2e/admin/duplicates.test.ts',
  'e2e/layout.test.ts',
  'src/testing/attacks/floods.test.ts',
  'e2e/accounts/session.test.ts',
  'e2e/live.test.ts',
  'cli/backup.test.ts',
  'cli/cli.test.ts',
  'src/modules/name-search/name-index.test.ts',
  'e2e/appearance/review.test.ts',
  'src/http/rest.test.ts',
];

const rank = ({ moduleId }: TestSpecification): number => {
  const index = LONGEST.findIndex((file) => moduleId.endsWith(file));
  return index === -1 ? LONGEST.length : index;
};

/** Starts the longest files first, so that none of them runs alone at the end. With `--sequence.shuffle`, the seed decides. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence;
    if (shuffle) {
      const place = ({ moduleId }: TestSpecification) =>
        createHash('sha1').update(`${seed} ${moduleId}`).digest('hex');
      return files.toSorted((a, b) => place(a).localeCompare(place(b)));
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
