import { expect, it } from 'vitest';
import { entryOf } from './log-line.ts';

it.each(['not JSON', '{"level":"info","time":"nonsense","msg":"x"}', '{"time":7}'])(
  'reads the line %s as an entry of now',
  (line) => {
    const before = Date.now();
    const { id, timestamp } = entryOf(line);
    expect(Date.parse(timestamp)).toBeGreaterThanOrEqual(before);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
  },
);
