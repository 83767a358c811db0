import { expect, it } from 'vitest';
import { DATA_PARTS, type DataPage, type DataPart } from '../../../src/contract/accounts/account-data.ts';
import { accountDataFile } from './data-download.tsx';

const PAGES: Partial<Record<DataPart, Record<number, DataPage>>> = {
  account: { 0: { rows: [{ username: 'ash "k"' }], next: null } },
  sales: {
    0: { rows: [{ sale_id: 1 }, { sale_id: 2 }], next: 2 },
    2: { rows: [{ sale_id: 5 }], next: 5 },
    5: { rows: [], next: null },
  },
};

it('puts all pages of all parts into one JSON object', async () => {
  const file = await accountDataFile(async (part, after) => PAGES[part]?.[after] ?? { rows: [], next: null });
  expect(JSON.parse(await file.text())).toEqual({
    ...Object.fromEntries(DATA_PARTS.map((part) => [part, []])),
    account: [{ username: 'ash "k"' }],
    sales: [{ sale_id: 1 }, { sale_id: 2 }, { sale_id: 5 }],
  });
});
