import { expect, it } from 'vitest';
import { proofOf } from '../../src/contract/sale/proof.ts';
import { fixture } from '../../src/testing/run/fixture.ts';
import { createTestDatabase } from '../../src/testing/servers/database.ts';
import { withClient } from '../../src/testing/servers/postgres.ts';
import { fillWithDuplicates } from '../review/duplicate-sales.ts';
import { addPending } from './approvals.ts';
import { fillMarket } from './market-data.ts';

const database = fixture(createTestDatabase, 'drop');

it('generated sales have the threads of their proofs, as submitted ones', async () => {
  const { ownerUrl } = database;
  await fillMarket(ownerUrl, { pokemon: 100, items: 100, itemNames: 0 });
  await addPending(ownerUrl, 10);
  await fillWithDuplicates(ownerUrl, 400);
  const { rows } = await withClient(ownerUrl, (client) =>
    client.query<{ proof_url: string; proof_thread: string | null }>(
      'select distinct proof_url, proof_thread from sale',
    ),
  );
  expect(rows.length).toBeGreaterThan(200);
  expect(rows).toEqual(rows.map(({ proof_url }) => ({ proof_url, proof_thread: proofOf(proof_url).thread })));
});
