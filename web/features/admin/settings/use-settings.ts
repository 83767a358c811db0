import type { SettingKey } from '../../../../src/contract/admin/settings.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { useKept } from '../../../lib/server/use-kept.ts';

/** All settings. The value of a secret is `set` or `unset`. */
export function useSettings() {
  const utils = trpc.useUtils();
  const { data, error, isFetching, refetch } = trpc.admin.settings.useQuery({});
  const kept = useKept(data, 'settings');
  const change = trpc.admin.setSetting.useMutation();

  return {
    error,
    fetching: isFetching,
    retry: refetch,
    /** Undefined until loaded. */
    valueFor: (key: SettingKey): string | undefined => kept?.data.find((row) => row.key === key)?.value,
    /** @returns the normalised value. @throws the server's error */
    async set(key: SettingKey, value: string): Promise<string> {
      const saved = await change.mutateAsync({ key, value });
      utils.admin.settings.setData(
        {},
        (before) => before && { data: before.data.map((row) => (row.key === saved.key ? saved : row)) },
      );
      void utils.legal.notice.invalidate();
      return saved.value;
    },
  };
}
