import type { Locator, Page } from 'playwright-core';
import type { SaleKind } from '../src/contract/sale/kinds.ts';
import { settleFlags } from '../src/testing/flags.ts';
import type { TestServer } from '../src/testing/server.ts';

/** The workbench, and the queue in cards. */
export const CARDS = '/review-submissions';
export const WORKBENCH = `${CARDS}?view=workbench`;

/** Empties the queue, so that a test has one of its own. */
export async function clearQueue(site: TestServer): Promise<void> {
  const waiting = await site.sql<{ sale_id: number; kind: SaleKind }>(
    `select sale_id, kind from sale where status = 'pending' and deleted_at is null`,
  );
  for (const { sale_id: id, kind } of waiting)
    await site.services().sales.decide(kind, { id, status: 'rejected' });
}

/** Computes the flags of every sale that waits, as the flag loop does. */
export const checkFlags = (site: TestServer): Promise<void> => settleFlags(site.scope());

/** As when the socket does not get through: nothing that others do is told. */
export const withoutSocket = (page: Page): Promise<void> => page.routeWebSocket(/\/trpc/, () => undefined);

/** A sale's place in the queue. */
export const rowOf = (page: Page, id: number): Locator => page.locator(`[data-sale="${id}"]`);

/** The sale beside the queue. */
export const paneOf = (page: Page, id: number): Locator =>
  page.getByRole('article', { name: `Sale ${id}`, exact: true });

/** Opens the workbench and waits until its first sale is there as a whole. */
export const atWork = (page: Page): Promise<void> =>
  page.getByRole('heading', { name: 'History', exact: true }).waitFor();

export const statusOf = async (site: TestServer, id: number) => {
  const [sale] = await site.sql<{ status: string; review_notes: string | null }>(
    'select status, review_notes from sale where sale_id = ?',
    [id],
  );
  return sale;
};

/** The steps of a sale's history, the first one first. */
export const stepsOf = async (site: TestServer, id: number): Promise<string[]> =>
  (
    await site.sql<{ type: string }>('select type from sale_event where sale_id = ? order by event_id', [id])
  ).map(({ type }) => type);
