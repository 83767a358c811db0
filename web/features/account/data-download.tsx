import { Download } from 'lucide-react';
import { useState } from 'react';
import { todayUtc } from '../../../src/contract/shared/dates.ts';
import { saveFile } from '../../lib/save-file.ts';
import { errorText } from '../../lib/server/errors.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { accountDataFile } from './account-data.ts';

/** Downloads what is stored about the account. */
export function DataDownload({ username }: { username: string }) {
  const { client } = trpc.useUtils();
  const [failure, setFailure] = useState<string | null>(null);

  async function download() {
    setFailure(null);
    try {
      const file = await accountDataFile((part, after) => client.account.data.query({ part, after }));
      saveFile(file, `marketdex-${username}-${todayUtc()}.json`);
    } catch (error) {
      setFailure(errorText(error, 'Failed to download your data'));
    }
  }

  return (
    <div className="max-w-sm space-y-4">
      <Button icon={<Download aria-hidden className="size-4" />} onClick={download}>
        Download my data
      </Button>
      <FormAlert>{failure}</FormAlert>
    </div>
  );
}
