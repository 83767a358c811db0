import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { Outage } from './outage.ts';

function watch() {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line).msg) });
  return { lines, outage: new Outage(logger, 'the queue') };
}

test('an outage is logged when it begins and when it ends', () => {
  const { lines, outage } = watch();
  outage.worked();
  for (let attempt = 0; attempt < 5; attempt += 1) outage.failed(new Error('refused'));
  outage.worked();
  outage.worked();
  outage.failed(new Error('refused'));
  expect(lines).toEqual(['the queue fails', 'the queue works again', 'the queue fails']);
});

test('failures while closing are not logged', () => {
  const { lines, outage } = watch();
  outage.end();
  outage.failed(new Error('closed'));
  expect(lines).toEqual([]);
});
