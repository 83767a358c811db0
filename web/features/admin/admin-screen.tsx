import type { ComponentType } from 'react';
import { oneOf } from '../../../src/contract/shared/search-param-values.ts';
import { PATHS, SCREEN_TITLES } from '../../lib/paths.ts';
import { fieldsFormat } from '../../lib/url-state-format.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import { Loading } from '../../ui/page/loading.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { useTabTitle } from '../../ui/page/use-tab-title.ts';
import { latePart } from '../../ui/states/late-part.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';

const ADMIN_TABS = ['overview', 'users', 'data', 'logging', 'two-factor', 'settings'] as const;
type AdminTab = (typeof ADMIN_TABS)[number];

/** The open tab. The rest of the query string belongs to that tab: opening another one resets it. */
export const ADMIN_FORMAT = fieldsFormat({
  start: { tab: 'overview' },
  readers: { tab: oneOf(ADMIN_TABS) },
});

const TABS: readonly Tab<AdminTab>[] = [
  { value: 'overview', label: 'Overview' },
  { value: 'users', label: 'Users' },
  { value: 'data', label: 'Data', labelEnd: 'Management' },
  { value: 'logging', label: 'Logging' },
  { value: 'two-factor', label: '2FA', labelEnd: 'Settings' },
  { value: 'settings', label: 'Settings' },
];

const panel = (load: () => Promise<{ default: ComponentType }>) => latePart(load, { Waiting: Loading });

const PANELS: Record<AdminTab, ComponentType> = {
  overview: panel(() => import('./overview/overview-tab.tsx')),
  users: panel(() => import('./users/users-tab.tsx')),
  data: panel(() => import('./data/data-tab.tsx')),
  logging: panel(() => import('./logs/logs-tab.tsx')),
  'two-factor': panel(() => import('./two-factor-tab.tsx')),
  settings: panel(() => import('./settings/settings-tab.tsx')),
};

/** The admin panel. Each tab is loaded when it is opened, and keeps its state in the URL. */
export default function AdminScreen() {
  const { params, go } = useUrlState(PATHS.admin, ADMIN_FORMAT);
  useTabTitle(SCREEN_TITLES.admin, TABS, params.tab);
  const Panel = PANELS[params.tab];
  return (
    <>
      <PageHeader title={SCREEN_TITLES.admin} />
      <Tabs label="Admin" tabs={TABS} value={params.tab} onValueChange={(tab) => go({ tab })}>
        <div className="pt-5">
          <Panel />
        </div>
      </Tabs>
    </>
  );
}
