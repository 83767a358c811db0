import { Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { CallTimes } from './call-times.ts';

it('prints what the histogram of prom-client prints', async () => {
  const registry = new Registry();
  const histogram = new Histogram({
    name: 'marketdex_call_duration_seconds',
    help: 'Calls of procedures, over tRPC and REST alike',
    labelNames: ['procedure', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const times = new CallTimes();
  expect(times.text()).toBe(await registry.metrics());
  for (const [procedure, status, seconds] of [
    ['items.list', 'ok', 0],
    ['items.list', 'ok', 0.005],
    ['items.list', 'NOT_FOUND', 0.0051],
    ['pokemon.list', 'ok', 0.3],
    ['items.list', 'ok', 10],
    ['items.list', 'ok', 10.5],
  ] as const) {
    histogram.observe({ procedure, status }, seconds);
    times.observe(procedure, status, seconds);
  }
  expect(times.text()).toBe(await registry.metrics());
});
