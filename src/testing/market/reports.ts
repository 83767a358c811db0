import type { NewReport, OwnReport } from '../../contract/reports/reports.ts';
import { makeAccount, type TestAccount } from '../accounts/factories.ts';
import type { TestServer } from '../run/server.ts';

/** Reports an approved sale as an account, by default a new one. */
export async function report(
  server: TestServer,
  saleId: number,
  given: Partial<NewReport> & { by?: TestAccount } = {},
): Promise<OwnReport> {
  const { by = await makeAccount(server), ...fields } = given;
  const reasoned = { sale_id: saleId, reason: 'dead_proof' as const, ...fields };
  return server.services(by.actor).reports.create(reasoned);
}
