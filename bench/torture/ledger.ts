import type { Client } from 'pg';
import type { SaleStatus } from '../../src/contract/sale/statuses.ts';
import type { ReceivedMail } from '../../src/testing/servers/mail-server.ts';
import type { Violation } from './client.ts';

/** The expected state of one submission. */
export interface LedgerSale {
  key: string;
  proof: string;
  /** Null until the submission is acknowledged. */
  id: number | null;
  version: number;
  /** The status after the last acknowledged change; null when a later change may have happened. */
  status: SaleStatus | null;
  price: number | null;
}

export interface LedgerReset {
  email: string;
  requests: number;
  acknowledged: boolean;
}

/** Records the actions of the load and their acknowledgements. */
export class Ledger {
  readonly sales: LedgerSale[] = [];
  readonly resets: LedgerReset[] = [];
  readonly violations = new Map<string, { count: number; example: string }>();
  freshReads = 0;
  decisions = 0;
  undos = 0;
  edits = 0;

  /** Records a violation; only the first example of each kind is kept. */
  readonly report = ({ what, example }: Violation): void => {
    const known = this.violations.get(what);
    if (known) known.count += 1;
    else this.violations.set(what, { count: 1, example: example.slice(0, 500) });
  };
}

interface StoredSale {
  proof_url: string;
  sale_id: number;
  status: SaleStatus;
  price: string;
  decisions: number;
  undone: number;
}

const SALES = `
  select s.proof_url, s.sale_id, s.status, s.price::text,
    count(*) filter (where e.type in ('approved', 'rejected'))::int as decisions,
    count(*) filter (where e.type = 'undone')::int as undone
  from sale s left join sale_event e using (sale_id)
  where s.proof_url like 'https://forum.example/torture/%'
  group by s.sale_id`;

function auditSales(ledger: Ledger, stored: readonly StoredSale[]): void {
  const byProof = Map.groupBy(stored, ({ proof_url }) => proof_url);
  for (const sale of ledger.sales) {
    const example = JSON.stringify(sale);
    const rows = byProof.get(sale.proof) ?? [];
    const row = rows.find(({ sale_id }) => sale_id === sale.id);
    if (rows.length > 1) ledger.report({ what: 'duplicated submissions', example });
    if (sale.id === null) continue;
    if (!row) {
      ledger.report({ what: 'lost submissions', example });
      continue;
    }
    const found = `${example} is stored as ${JSON.stringify(row)}`;
    if (sale.status !== null && row.status !== sale.status)
      ledger.report({ what: 'lost decisions', example: found });
    if (sale.price !== null && Number(row.price) !== sale.price)
      ledger.report({ what: 'lost edits', example: found });
    if (row.decisions - row.undone !== (row.status === 'pending' ? 0 : 1))
      ledger.report({ what: 'sales decided twice', example: found });
  }
}

const MESSAGE_ID = /^Message-ID: (.*?)\r?$/im;

/** An email may be sent twice: a worker can be killed after the mail server confirmed it and before that is stored. */
function auditMails(ledger: Ledger, received: readonly ReceivedMail[]): void {
  const byRecipient = Map.groupBy(received, ({ to }) => to.join());
  for (const { email, requests, acknowledged } of ledger.resets) {
    const mails = (byRecipient.get(email) ?? []).filter(({ confirmed }) => confirmed);
    const ids = mails.map(({ source }) => MESSAGE_ID.exec(source)?.[1] ?? '');
    const copies = Map.groupBy(ids, (id) => id);
    const example = `${email}, ${requests} requests: ${ids.join(' ')}`;
    if (acknowledged && ids.length === 0) ledger.report({ what: 'lost mails', example });
    if (copies.size > requests) ledger.report({ what: 'mails for one request', example });
    if ([...copies.values()].some(({ length }) => length > 2))
      ledger.report({ what: 'mails sent more than twice', example });
  }
}

/** Compares stored sales and received emails with what was acknowledged, and reports the differences. */
export async function audit(
  ledger: Ledger,
  client: Client,
  received: readonly ReceivedMail[],
): Promise<void> {
  auditSales(ledger, (await client.query<StoredSale>(SALES)).rows);
  auditMails(ledger, received);
}
