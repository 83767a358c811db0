import { DATA_PARTS, type DataPage, type DataPart } from '../../../src/contract/accounts/account-data.ts';

/** Reads a page of a part of the account's data. */
export type ReadData = (part: DataPart, after: number) => Promise<DataPage>;

/**
 * A JSON file of everything that is stored about the account: one list for each part. The browser may keep finished parts
 * on disk, so there is no limit on the number of rows.
 */
export async function accountDataFile(read: ReadData): Promise<Blob> {
  const pieces: BlobPart[] = ['{'];
  for (const [place, part] of DATA_PARTS.entries()) {
    pieces.push(place === 0 ? '\n' : ',\n', `"${part}": [`);
    let first = true;
    for (let after: number | null = 0; after !== null; ) {
      const page: DataPage = await read(part, after);
      const rows = page.rows.map((row) => `\n${JSON.stringify(row)}`).join(',');
      if (rows !== '') pieces.push(new Blob([first ? '' : ',', rows]));
      first &&= rows === '';
      after = page.next;
    }
    pieces.push(']');
  }
  return new Blob([...pieces, '\n}\n'], { type: 'application/json' });
}
