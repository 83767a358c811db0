import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { DATA_PARTS, type DataPage, type DataPart } from '../../../src/contract/accounts/account-data.ts';
import { serverToday } from '../../lib/clock.ts';
import { saveFile } from '../../lib/save-file.ts';
import { errorText } from '../../lib/server/errors.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { useOnce } from '../../lib/server/use-once.ts';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/form-messages.tsx';

type ReadData = (part: DataPart, after: number) => Promise<DataPage>;

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

export function DataDownload({ username }: { username: string }) {
  const { client } = trpc.useUtils();
  const download = useMutation({
    mutationFn: async () => {
      const file = await accountDataFile((part, after) => client.account.data.query({ part, after }));
      saveFile(file, `marketdex-${username}-${serverToday()}.json`);
    },
  });
  const downloadOnce = useOnce(download);

  return (
    <div className="max-w-sm space-y-4">
      <FormAlert>{download.error && errorText(download.error, 'Failed to download your data')}</FormAlert>
      <Button icon={Download} onClick={() => downloadOnce()}>
        Download my data
      </Button>
    </div>
  );
}
