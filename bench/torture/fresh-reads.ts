import { setTimeout as delay } from 'node:timers/promises';
import type { RetryingClient } from './client.ts';
import type { Ledger, LedgerSale } from './ledger.ts';

const READ_MS = 3_000;
const LIMIT_MS = 20_000;
const PAUSE_MS = 40;

export interface FreshReadOptions {
  ledger: Ledger;
  client: RetryingClient;
  /** The URLs of all servers. */
  urls: readonly string[];
}

/** Checks that the next response of each server contains an acknowledged decision. */
export async function checkFresh(
  { ledger, client, urls }: FreshReadOptions,
  { id, price, status }: LedgerSale,
): Promise<void> {
  if (status === null || price === null) return;
  const path = `/api/items?min_price=${price}&max_price=${price}&limit=5`;
  const checkAt = async (url: string) => {
    const until = performance.now() + LIMIT_MS;
    while (performance.now() < until) {
      const reply = await client
        .attempt<{ data: { sale_id: number }[] }>(url, { path }, READ_MS)
        .catch(() => undefined);
      if (reply?.status === 200) {
        ledger.freshReads += 1;
        const shown = reply.body.data.some(({ sale_id }) => sale_id === id);
        if (shown !== (status === 'approved'))
          ledger.report({ what: 'stale reads', example: `${id} is ${status}: ${path}` });
        return;
      }
      await delay(PAUSE_MS);
    }
  };
  await Promise.all(urls.map(checkAt));
}
