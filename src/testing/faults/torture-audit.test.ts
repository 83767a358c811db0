import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RetryingClient } from '../../../bench/torture/client.ts';
import { checkFresh } from '../../../bench/torture/fresh-reads.ts';
import { audit, Ledger, type LedgerSale } from '../../../bench/torture/ledger.ts';
import type { SaleStatus } from '../../contract/sale/statuses.ts';
import { makeSale } from '../accounts/factories.ts';
import { testAccount } from '../accounts/test-account.ts';
import { fixture } from '../run/fixture.ts';
import { testServer } from '../run/server.ts';
import type { ReceivedMail } from '../servers/mail-server.ts';
import { connect } from '../servers/postgres.ts';

const server = testServer();
const client = fixture(() => connect(server.database.ownerUrl), 'end');
const submitter = testAccount(server);
let proofs = 0;

// What the site itself prevents can be planted only without its triggers and foreign keys.
beforeAll(() => client.query('set session_replication_role = replica'));

/** Submits a sale, decides it, and returns what the load would have recorded. */
async function recordedSale(status: SaleStatus): Promise<LedgerSale & { id: number }> {
  proofs += 1;
  const price = 1_000_000 + proofs;
  const proof = `https://forum.example/torture/${proofs}`;
  const id = await makeSale(server, { by: submitter, proof_url: proof, price, status });
  return { key: `key-${proofs}`, proof, id, version: status === 'pending' ? 1 : 2, status, price };
}

const mailTo = (to: string, id: string): ReceivedMail => ({
  to: [to],
  source: `From: a@market.example\r\nMessage-ID: <${id}@localhost>\r\n\r\nText\r\n`,
  confirmed: true,
});
/** An email that the server received without a response. */
const unconfirmed = (mail: ReceivedMail): ReceivedMail => ({ ...mail, confirmed: false });

interface Run {
  ledger: Ledger;
  sale: LedgerSale & { id: number };
  received: ReceivedMail[];
}

let run: Run;
beforeEach(async () => {
  const ledger = new Ledger();
  const sale = await recordedSale('approved');
  ledger.sales.push(await recordedSale('pending'), sale, await recordedSale('rejected'));
  ledger.resets.push({ email: 'red@example.org', requests: 2, acknowledged: true });
  // Two requests, one of which was sent again after its worker was killed.
  const received = ['a', 'b', 'b'].map((id) => mailTo('red@example.org', id));
  received.push(unconfirmed(mailTo('red@example.org', 'b')));
  run = { ledger, sale, received };
});

async function findings({ ledger, received }: Run): Promise<string[]> {
  await audit(ledger, client, received);
  return [...ledger.violations.keys()];
}

describe('the audit', () => {
  it('finds nothing in a run that lost nothing', async () => {
    expect(await findings(run)).toEqual([]);
  });

  it.each<[violation: string, plant: (run: Run) => unknown]>([
    ['lost submissions', ({ sale }) => client.query('delete from sale where sale_id = $1', [sale.id])],
    ['duplicated submissions', ({ sale }) => makeSale(server, { by: submitter, proof_url: sale.proof })],
    [
      'lost decisions',
      ({ sale }) => client.query(`update sale set status = 'rejected' where sale_id = $1`, [sale.id]),
    ],
    ['lost edits', ({ sale }) => client.query('update sale set price = 1 where sale_id = $1', [sale.id])],
    [
      'sales decided twice',
      ({ sale }) => client.query(`insert into sale_event (sale_id, type) values ($1, 'rejected')`, [sale.id]),
    ],
    ['lost mails', ({ received }) => received.splice(0, received.length, ...received.map(unconfirmed))],
    ['mails for one request', ({ received }) => received.push(mailTo('red@example.org', 'c'))],
    ['mails sent more than twice', ({ received }) => received.push(mailTo('red@example.org', 'b'))],
  ])('reports %s', async (violation, plant) => {
    await plant(run);
    expect(await findings(run)).toEqual([violation]);
  });

  it('expects nothing of calls that were never acknowledged', async () => {
    const { ledger } = run;
    const proof = 'https://forum.example/torture/none';
    ledger.sales.push({ key: 'key', proof, id: null, version: 1, status: 'pending', price: 1 });
    ledger.resets.push({ email: 'blue@example.org', requests: 3, acknowledged: false });
    expect(await findings(run)).toEqual([]);
  });
});

describe('the check of reads after a decision', () => {
  const checked = async (status: SaleStatus, answers: object[]) => {
    const web = createServer((_request, response) => {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      response.writeHead(answer && 'data' in answer ? 200 : 503, { 'retry-after': '1' });
      response.end(JSON.stringify(answer));
    }).listen(0, '127.0.0.1');
    await once(web, 'listening');
    const { ledger, sale } = run;
    const urls = [`http://127.0.0.1:${(web.address() as AddressInfo).port}`];
    try {
      await checkFresh(
        { ledger, urls, client: new RetryingClient(urls, ledger.report) },
        { ...sale, status },
      );
    } finally {
      web.closeAllConnections();
      web.close();
    }
    return { violations: [...ledger.violations.keys()], reads: ledger.freshReads };
  };
  const without = { data: [] };
  const withSale = () => ({ data: [{ sale_id: run.sale.id }] });

  it('reports an approved sale that is missing, and a rejected one that is shown', async () => {
    expect(await checked('approved', [without])).toEqual({ violations: ['stale reads'], reads: 1 });
    expect(await checked('rejected', [withSale()])).toEqual({ violations: ['stale reads'], reads: 2 });
  });

  it('reports no fresh response, and reads again after a failure', async () => {
    expect(await checked('approved', [{ error: 'away' }, withSale()])).toEqual({ violations: [], reads: 1 });
    expect(await checked('rejected', [without])).toEqual({ violations: [], reads: 2 });
  });
});
