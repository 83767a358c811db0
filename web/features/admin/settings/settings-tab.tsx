import { useCallback, useState } from 'react';
import { andList } from '../../../../src/contract/shared/lists.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { LeaveGuard } from '../../../ui/overlays/leave-guard.tsx';
import { QueryError, Skeleton } from '../../../ui/states/states.tsx';
import { AdminSection } from '../admin-section.tsx';
import { SETTING_GROUPS } from './setting-fields.tsx';
import { SettingsCard } from './settings-card.tsx';
import { useSettings } from './use-settings.ts';

/** Groups in the left column of a wide screen, so that both columns are about equally long. */
const LEFT = 4;

export default function SettingsTab() {
  const settings = useSettings();
  const [dirty, setDirty] = useState<readonly string[]>([]);
  const onDirty = useCallback(
    (title: string, isDirty: boolean) =>
      setDirty((before) => [...before.filter((one) => one !== title), ...(isDirty ? [title] : [])]),
    [],
  );
  const { values, save, reload, query } = settings;
  if (!values && query.error) return <QueryError query={query} message={MESSAGES.settingsLoadFailed} />;
  return (
    <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
      <LeaveGuard active={dirty.length > 0}>Changes to {andList(dirty)} are not saved.</LeaveGuard>
      {[SETTING_GROUPS.slice(0, LEFT), SETTING_GROUPS.slice(LEFT)].map((column, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column has no name but its place
        <div key={i} className="space-y-5">
          {column.map(({ title, about, fields }) =>
            values ? (
              <SettingsCard
                key={title}
                {...{ title, about, fields, values, onDirty }}
                onSave={save}
                onReload={reload}
              />
            ) : (
              <AdminSection key={title} title={title} about={about}>
                <Skeleton className="h-40" />
              </AdminSection>
            ),
          )}
        </div>
      ))}
    </div>
  );
}
