import { setTimeout as delay } from 'node:timers/promises';
import { withClient } from '../../src/testing/servers/postgres.ts';

/** Adds pending sales similar to the existing ones, to be approved. */
export async function addPending(databaseUrl: string, count: number): Promise<number[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ sale_id: number }>(
      `insert into sale (kind, name, price, date_sold, proof_url, proof_thread, status, date_submitted, species_id, form,
         nature, ability, hidden_power, is_shiny, hp_iv, atk_iv, def_iv, spatk_iv, spdef_iv, speed_iv)
       select kind, name, price + 1, current_date, proof_url || '/new', proof_thread || '/new', 'pending', now(), species_id,
         form, nature, ability, hidden_power, is_shiny, hp_iv, atk_iv, def_iv, spatk_iv, spdef_iv, speed_iv
       from sale tablesample system (5) where kind = 'pokemon' and status = 'approved' limit $1
       returning sale_id`,
      [count],
    );
    return rows.map((row) => row.sale_id);
  });
}

async function approve(url: string, token: string, saleId: number): Promise<number> {
  const start = performance.now();
  const answer = await fetch(`${url}/api/pokemon/${saleId}/status`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ status: 'approved' }),
  });
  if (answer.status !== 200) throw new Error(`approval failed with ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
  return performance.now() - start;
}

export interface ApprovingOptions {
  url: string;
  token: string;
  /** The sales to approve; more than are needed. */
  queue: number[];
  perSecond: number;
  signal: AbortSignal;
}

/** Approves sales at a constant rate until the signal aborts. @returns the milliseconds of each approval, in order */
export async function approving(options: ApprovingOptions): Promise<number[]> {
  const { url, token, queue, perSecond, signal } = options;
  const pending: Promise<number>[] = [];
  const start = performance.now();
  while (!signal.aborted) {
    const due = ((performance.now() - start) / 1000) * perSecond;
    while (pending.length < due) {
      const saleId = queue.pop();
      if (saleId === undefined) throw new Error('no sales are left to approve');
      const approval = approve(url, token, saleId);
      // Reported at the end: an unhandled rejection would end the process, and its database would stay.
      approval.catch(() => undefined);
      pending.push(approval);
    }
    await delay(5);
  }
  return Promise.all(pending);
}
