import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, most of it waiting; the longest first. */
const LONGEST = [
  'src/testing/faults/torture.test.ts',
  'src/testing/processes/start.test.ts',
  'src/testing/faults/lost-connections.test.ts',
  'src/testing/processes/processes.test.ts',
  'src/testing/faults/full-disk.test.ts',
  'src/testing/faults/lost-redis.test.ts',
  'jobs/duplicates.test.ts',
  'src/db/guarded-client.test.ts',
  'src/db/embedded/server.test.ts',
  'src/modules/reviews/flag-loop.test.ts',
  'src/db/backup/backup.test.ts',
  'cli/cli.test.ts',
  'src/http/fuzz.test.ts',
  'src/testing/processes/restarts.test.ts',
  'src/modules/reviews/two-processes.test.ts',
  'src/trpc/roles.test.ts',
  'src/testing/attacks/second-factor.test.ts',
  'src/modules/market/sale-query.property.test.ts',
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
