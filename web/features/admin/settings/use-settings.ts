import type { SettingKey } from '../../../../src/contract/settings.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useKept } from '../../../lib/use-kept.ts';

/** Every setting as people may see it: of a secret one `set` or `unset`. */
export function useSettings() {
  const utils = trpc.useUtils();
  const { data, error, isFetching, refetch } = trpc.admin.settings.useQuery({});
  const kept = useKept(data, 'settings');
  const change = trpc.admin.setSetting.useMutation();

  return {
    error,
    fetching: isFetching,
    retry: refetch,
    /** Undefined until the first answer. */
    valueFor: (key: SettingKey): string | undefined => kept?.data.find((row) => row.key === key)?.value,
    /** @throws what the server refused; without it, answers the value in its one spelling */
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
