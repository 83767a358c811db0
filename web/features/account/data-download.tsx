import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { todayUtc } from '../../../src/contract/shared/dates.ts';
import { saveFile } from '../../lib/save-file.ts';
import { errorText } from '../../lib/server/errors.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { useOnce } from '../../lib/server/use-once.ts';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { accountDataFile } from './account-data.ts';

/** Downloads what is stored about the account. */
export function DataDownload({ username }: { username: string }) {
  const { client } = trpc.useUtils();
  const download = useMutation({
    mutationFn: async () => {
      const file = await accountDataFile((part, after) => client.account.data.query({ part, after }));
      saveFile(file, `marketdex-${username}-${todayUtc()}.json`);
    },
  });
  const downloadOnce = useOnce(download);

  return (
    <div className="max-w-sm space-y-4">
      <Button icon={<Download aria-hidden className="size-4" />} onClick={() => downloadOnce()}>
        Download my data
      </Button>
      <FormAlert>{download.error && errorText(download.error, 'Failed to download your data')}</FormAlert>
    </div>
  );
}
