import type { EntityManager } from '@mikro-orm/postgresql';
import type { Correction } from '../../contract/inbox/inbox.ts';
import { DEFAULT_NOTICES, type NoticeSettings } from '../../contract/inbox/notices.ts';
import type { Decision } from '../../contract/sale/statuses.ts';
import { query } from '../../db/query.ts';
import { NoticeSettingsRow } from './inbox.entity.ts';

/** The notice settings of accounts, with defaults for what they did not change. */
export async function noticeSettingsOfAll(
  em: EntityManager,
  userIds: readonly number[],
): Promise<(userId: number) => NoticeSettings> {
  const rows = await em.find(NoticeSettingsRow, { account: { $in: [...userIds] } }, { refresh: true });
  const changed = new Map(rows.map(({ account, submissions }) => [account.userId, submissions]));
  return (userId) => ({ ...DEFAULT_NOTICES, ...changed.get(userId) });
}

/** As `noticeSettingsOfAll`, of one account. */
export const noticeSettingsOf = async (em: EntityManager, userId: number): Promise<NoticeSettings> =>
  (await noticeSettingsOfAll(em, [userId]))(userId);

/** The notices of a decision that an account gets by a channel: of the decision, and of corrections before it. */
export const chosenNotices = (
  settings: NoticeSettings,
  status: Decision,
  corrections: readonly Correction[],
  channel: 'inbox' | 'email',
) =>
  [status, ...(corrections.length > 0 ? (['corrected'] as const) : [])].filter(
    (notice) => settings[notice][channel],
  );

/** Stores changed settings of an account, in the caller's transaction. */
export async function changeNoticeSettings(
  em: EntityManager,
  userId: number,
  changes: Partial<NoticeSettings>,
): Promise<void> {
  await query(em)`
    insert into notice_settings (user_id, submissions) values (${userId}, ${JSON.stringify(changes)}::jsonb)
    on conflict (user_id) do update set submissions = notice_settings.submissions || excluded.submissions`;
}
