import { SETTING_KEYS, type SettingKey } from '../../../../src/contract/admin/settings.ts';
import { recordFor } from '../../../../src/contract/shared/record.ts';
import { trpc } from '../../../lib/server/trpc.ts';

/** The value of each setting; of a secret `set` or `unset`. */
export type SettingValues = Record<SettingKey, string>;

const valuesOf = ({ data }: { data: readonly { key: string; value: string }[] }): SettingValues =>
  recordFor(SETTING_KEYS, (key) => data.find((row) => row.key === key)?.value ?? '');

/** @param refresh how they are kept current, if they are shown for long */
export function useSettings(refresh: { refetchInterval?: number; refetchOnMount?: 'always' } = {}) {
  const utils = trpc.useUtils();
  const query = trpc.admin.settings.useQuery({}, refresh);
  const fetchSettings = () => utils.admin.settings.fetch({}, { staleTime: 0 });

  return {
    query,
    /** Undefined until loaded. */
    values: query.data && valuesOf(query.data),
    /**
     * Saves only these settings, unless they have these values already. Returns all, also those that others have changed.
     *
     * @param seen the values that they replace; when one of them is outdated, nothing is saved
     * @throws the server's error
     */
    async save(changes: Partial<SettingValues>, seen?: Partial<SettingValues>): Promise<SettingValues> {
      const saved = await utils.client.admin.saveSettings.mutate({ ...changes, seen });
      // A response that was read before is outdated.
      await utils.admin.settings.cancel({});
      utils.admin.settings.setData({}, saved);
      void utils.admin.activity.invalidate();
      void utils.legal.notice.invalidate();
      // The newest generation decides what is offered.
      void utils.catalogue.invalidate();
      void utils.abilities.invalidate();
      return valuesOf(saved);
    },
    /** The values as they are now. @throws the server's error */
    reload: async (): Promise<SettingValues> => valuesOf(await fetchSettings()),
  };
}
