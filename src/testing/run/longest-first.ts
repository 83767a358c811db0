import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, the longest first. Those that mostly wait and those that keep a core busy alternate. */
const LONGEST = [
  'src/testing/faults/lost-connections.test.ts',
  'e2e/admin/admin-appearance.test.ts',
  'src/testing/processes/start.test.ts',
  'e2e/review/workbench-appearance.test.ts',
  'src/testing/faults/torture.test.ts',
  'src/testing/processes/processes.test.ts',
  'src/testing/processes/two-servers.test.ts',
  'src/db/embedded/server.test.ts',
  'e2e/admin/logs.test.ts',
  'e2e/appearance/user.test.ts',
  'src/testing/faults/lost-redis.test.ts',
  'e2e/review/workbench.test.ts',
  'e2e/market/market-query.test.ts',
  'src/testing/processes/restarts.test.ts',
  'src/db/backup/backup.test.ts',
  'src/http/fuzz.test.ts',
  'e2e/market/name-pages.test.ts',
  'e2e/market/similar.test.ts',
  'e2e/market/large.test.ts',
  'e2e/market/chart.test.ts',
  'src/db/connecting/guarded-client.test.ts',
  'e2e/appearance/market.test.ts',
  'e2e/admin/duplicates.test.ts',
  'src/http/public-cache/never-stale.test.ts',
  'e2e/admin/admin.test.ts',
  'src/modules/market/market-live.test.ts',
  'e2e/review/review.test.ts',
  'src/modules/reviews/flag-loop.test.ts',
  'e2e/review/reviewers.test.ts',
  'cli/cli.test.ts',
  'src/modules/market/sale-query.property.test.ts',
  'src/trpc/roles.test.ts',
  'e2e/appearance/review.test.ts',
  'e2e/appearance/public.test.ts',
  'src/testing/attacks/second-factor.test.ts',
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
