import { continueScan } from '../../modules/duplicates/duplicate-scan.service.ts';
import { makeSale, type StoredSale } from '../accounts/factories.ts';
import type { TestServer } from '../run/server.ts';

/** Scans for duplicates to the end, like a job; returns the id of the scan. */
export async function scanForDuplicates(server: TestServer): Promise<number> {
  const scanId = await server.services().duplicateScan.start();
  for await (const _step of continueScan(() => server.services().duplicateScan, scanId));
  return scanId;
}

let price = 2_000_000;

/** Duplicate sales, with a price that no other sale has; returns the ids, the oldest first. */
export async function makeDuplicates(
  server: TestServer,
  sale: StoredSale = {},
  count = 2,
): Promise<[number, number, ...number[]]> {
  price += 1;
  const shared = { price, ...sale };
  const ids = [await makeSale(server, shared), await makeSale(server, shared)] as [number, number];
  while (ids.length < count) ids.push(await makeSale(server, shared));
  return ids;
}
