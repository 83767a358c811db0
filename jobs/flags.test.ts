import { it } from 'vitest';
import type { SaleStatus } from '../src/contract/sale/statuses.ts';
import { makeSale } from '../src/testing/accounts/factories.ts';
import { testAccount } from '../src/testing/accounts/test-account.ts';
import { callerFor } from '../src/testing/clients/callers.ts';
import { fixture } from '../src/testing/run/fixture.ts';
import { testServer } from '../src/testing/run/server.ts';
import { createJobs } from './registry.ts';

const server = testServer();

const checker = testAccount(server, 'checker');
const jobs = fixture(() => createJobs(server.runtime), 'close');

/** Resolves once the sale is flagged as a duplicate of another with this status; checks after each computation. */
async function flagged(id: number, other: number, status: SaleStatus): Promise<void> {
  let computed = Promise.withResolvers<void>();
  const off = server.runtime.events.on('sales.checked', () => computed.resolve());
  const holds = async () => {
    const { sale } = await callerFor(server, checker.token).reviews.detail({ id });
    return sale.flags.some(
      (flag) =>
        flag.flag === 'duplicate' && flag.sales.some((one) => one.sale_id === other && one.status === status),
    );
  };
  await jobs.drain();
  while (!(await holds())) {
    await computed.promise;
    computed = Promise.withResolvers();
  }
  off();
}

it('flags a submission, and updates the flag when the other sale is decided', async () => {
  const first = await makeSale(server);
  const second = await makeSale(server);
  await flagged(second, first, 'pending');
  await callerFor(server, checker.token).items.setStatus({ id: first, status: 'rejected' });
  await flagged(second, first, 'rejected');
});
