import type { Locator, Page } from 'playwright-core';
import type { SaleKind } from '../../src/contract/sale/kinds.ts';
import { settleFlags } from '../../src/testing/market/flags.ts';
import type { TestServer } from '../../src/testing/run/server.ts';

/** The review screen, with the workbench, and with the queue in cards. */
export const REVIEW = '/review-submissions';
export const WORKBENCH = `${REVIEW}?view=workbench`;
export const CARDS = `${REVIEW}?view=cards`;

/** Empties the queue, so that a test starts with its own sales. */
export async function clearQueue(site: TestServer): Promise<void> {
  const waiting = await site.sql<{ sale_id: number; kind: SaleKind }>(
    `select sale_id, kind from sale where status = 'pending' and deleted_at is null`,
  );
  for (const { sale_id: id, kind } of waiting)
    await site.services().sales.decide(kind, { id, status: 'rejected' });
}

/** Computes the flags of every pending sale, as the flag loop does. */
export const checkFlags = (site: TestServer): Promise<void> => settleFlags(site.scope());

/** Blocks the socket, so that no live updates arrive. */
export const withoutSocket = (page: Page): Promise<void> => page.routeWebSocket(/\/trpc/, () => undefined);

/** A sale's place in the queue. */
export const rowOf = (page: Page, id: number): Locator => page.locator(`[data-sale="${id}"]`);

/** The sale next to the queue. */
export const paneOf = (page: Page, id: number): Locator =>
  page.getByRole('article', { name: `Sale ${id}`, exact: true });

/** Waits until the open sale of the workbench has loaded completely. */
export const atWork = (page: Page): Promise<void> =>
  page.getByRole('heading', { name: 'History', exact: true }).waitFor();

export const statusOf = async (site: TestServer, id: number) => {
  const [sale] = await site.sql<{ status: string; review_notes: string | null }>(
    'select status, review_notes from sale where sale_id = ?',
    [id],
  );
  return sale;
};

/** The steps of a sale's history, oldest first. */
export const stepsOf = async (site: TestServer, id: number): Promise<string[]> =>
  (
    await site.sql<{ type: string }>('select type from sale_event where sale_id = ? order by event_id', [id])
  ).map(({ type }) => type);
