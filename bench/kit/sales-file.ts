import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { IV_PAYLOAD, STATS } from '../../src/contract/sale/ivs.ts';
import { rowFormat } from '../../src/lib/row-format.ts';
import { catalogueFile, unpackCatalogue } from '../../src/modules/catalogue/catalogue.data.ts';
import { type GeneratedSale, generateSales } from '../../src/modules/demo/sale-generator.ts';
import { SALE_FILE } from '../../src/modules/sale-files/sale-file.ts';

function line({ draft, status, submittedAt }: GeneratedSale) {
  const { kind, name, traits, ...common } = draft;
  const { ivs, ...others } = traits ?? {};
  return {
    ...common,
    ...others,
    ...(ivs && Object.fromEntries(STATS.map((stat) => [IV_PAYLOAD[stat], ivs[stat]]))),
    [`${kind}_name`]: name,
    status,
    date_submitted: submittedAt.toISOString(),
  };
}

function* lines(count: number) {
  const { species, items } = unpackCatalogue(catalogueFile().bytes);
  const options = { seed: 1, now: new Date(), submitters: 1, species, items };
  for (const sale of generateSales(count, options)) yield line(sale);
}

/** Writes a CSV of generated sales for `sales import`; deterministic apart from the dates. */
export async function writeSalesFile(file: string, count: number): Promise<void> {
  await pipeline(Readable.from(lines(count)), rowFormat('csv', SALE_FILE.columns), createWriteStream(file));
}
