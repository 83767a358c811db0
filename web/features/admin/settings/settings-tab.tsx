import { type ReactNode, useCallback, useState } from 'react';
import { Link } from 'wouter';
import { andList } from '../../../../src/contract/shared/lists.ts';
import { PATHS } from '../../../lib/paths.ts';
import { LeaveGuard } from '../../../ui/overlays/leave-guard.tsx';
import { QueryError } from '../../../ui/query-error.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { AdminSection } from '../admin-section.tsx';
import { SETTING_GROUPS } from './setting-fields.ts';
import { SettingsCard } from './settings-card.tsx';
import { useSettings } from './use-settings.ts';

const FAILED = 'Failed to load the settings';
/** Groups in the left column of a wide screen, so that both columns are about equally long. */
const LEFT = 4;

const ABOUT: Record<(typeof SETTING_GROUPS)[number]['title'], ReactNode> = {
  'Legal notice': (
    <>
      The contents of the{' '}
      <Link href={PATHS.legal} className="link">
        Legal Notice
      </Link>
      . An empty field is marked as not published.
    </>
  ),
  Security: 'Protects the screens of checkers and admins if a password is stolen.',
  Discord:
    'Announces new approvals in a digest, and a queue that grows too long. Nothing is sent without a webhook.',
  'Discord commands':
    'Players ask for prices where they chat. The interactions endpoint at Discord is /discord/interactions of this site.',
  Log: 'Older lines are deleted in small batches.',
  Accounts: 'What an account needs in order to submit.',
  Catalogue: 'Limits what can be submitted.',
};

/** The settings that an admin can change while the site runs; each card is saved separately. */
export default function SettingsTab() {
  const settings = useSettings();
  const [dirty, setDirty] = useState<readonly string[]>([]);
  const onDirty = useCallback(
    (title: string, isDirty: boolean) =>
      setDirty((before) => [...before.filter((one) => one !== title), ...(isDirty ? [title] : [])]),
    [],
  );
  const { values, save, reload, query } = settings;
  if (!values && query.error) return <QueryError query={query} message={FAILED} />;
  return (
    <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
      <LeaveGuard active={dirty.length > 0}>Changes of {andList(dirty)} are not saved.</LeaveGuard>
      {[SETTING_GROUPS.slice(0, LEFT), SETTING_GROUPS.slice(LEFT)].map((column, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column has no name but its place
        <div key={i} className="space-y-5">
          {column.map(({ title, fields }) => {
            const about = ABOUT[title];
            return values ? (
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
            );
          })}
        </div>
      ))}
    </div>
  );
}
