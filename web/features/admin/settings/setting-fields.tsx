import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { GENERATIONS, type SettingKey } from '../../../../src/contract/admin/settings.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { PATHS } from '../../../lib/paths.ts';

export interface SettingField {
  key: SettingKey;
  label: string;
  hint?: string;
  placeholder?: string;
  /** A `secret` is never shown; a new value replaces it. */
  input: 'line' | 'lines' | 'email' | 'number' | 'secret' | 'choice';
  /** What removing a secret does. */
  removal?: string;
  options?: readonly { value: string; label: string }[];
  /** What saving a value deletes for good, as a question with its consequences; null if nothing. */
  deletion?: (before: string, after: string) => { title: string; consequences: string } | null;
}

const days = (value: string): string => counted(Number(value), 'day');

const logDeletion: NonNullable<SettingField['deletion']> = (before, after) =>
  Number(after) < Number(before)
    ? {
        title: `Delete log entries older than ${days(after)}?`,
        consequences: `Until now, entries are kept for ${days(before)}. Deleted entries cannot be restored.`,
      }
    : null;

const LEGAL: SettingField[] = [
  { key: 'legal_name', label: 'Provider', input: 'line' },
  { key: 'legal_address', label: 'Postal address', input: 'lines' },
  { key: 'legal_email', label: 'Contact email', input: 'email' },
  { key: 'legal_phone', label: 'Phone', input: 'line' },
  {
    key: 'legal_responsible',
    label: 'Responsible for the content',
    hint: 'Only if it is not the provider.',
    input: 'lines',
  },
];

const DISCORD: SettingField[] = [
  {
    key: 'discord_webhook_url',
    label: 'Webhook',
    hint: "From the channel's settings: Integrations, Webhooks. It is never shown again.",
    placeholder: 'https://discord.com/api/webhooks/…',
    input: 'secret',
    removal: 'Announcements stop at once.',
  },
  {
    key: 'discord_digest_minutes',
    label: 'Minutes between digests',
    hint: 'From 1 to 1,440. Approvals in between are announced together.',
    input: 'number',
  },
  {
    key: 'discord_pending_threshold',
    label: 'Announce a queue longer than',
    hint: 'Number of pending sales; 0 turns this off.',
    input: 'number',
  },
];

const DISCORD_COMMANDS: SettingField[] = [
  {
    key: 'discord_application_id',
    label: 'Application ID',
    hint: 'From the page of the application at Discord: General Information.',
    input: 'line',
  },
  {
    key: 'discord_public_key',
    label: 'Public key',
    hint: 'From the same page. With both values, /price, /check and /follow work.',
    input: 'line',
  },
  {
    key: 'discord_bot_token',
    label: 'Bot token',
    hint: 'From the page Bot. Used only to register the commands. It is never shown again.',
    input: 'secret',
    removal: 'The commands are still answered, but can no longer be registered.',
  },
];

/** The groups of the Settings tab. Skipping the review is on the Overview tab. */
export const SETTING_GROUPS = [
  {
    title: 'Legal Notice',
    about: (
      <>
        The contents of the{' '}
        <Link href={PATHS.legal} className="link">
          Legal Notice
        </Link>
        . An empty field is marked as not published.
      </>
    ),
    fields: LEGAL,
  },
  {
    title: 'Security',
    about: 'Protects the screens of checkers and admins if a password is stolen.',
    fields: [
      {
        key: 'require_staff_two_factor',
        label: 'Second factor of checkers and admins',
        hint: `When it is required, those without one have ${LIMITS.staffFactorGraceDays} days to set one up.`,
        input: 'choice',
        options: [
          { value: 'false', label: 'Optional' },
          { value: 'true', label: 'Required' },
        ],
      },
    ],
  },
  {
    title: 'Accounts',
    about: 'What an account needs in order to submit.',
    fields: [
      {
        key: 'verify_email',
        label: 'Submitting needs a confirmed email address',
        hint: 'Without a mail server (SMTP_URL) this has no effect.',
        input: 'choice',
        options: [
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ],
      },
    ],
  },
  {
    title: 'Catalogue',
    about: 'Limits what can be submitted.',
    fields: [
      {
        key: 'catalogue_generation',
        label: 'Newest generation',
        hint: 'Species, forms and abilities of later generations are not offered.',
        input: 'choice',
        options: GENERATIONS.map((generation) => ({
          value: String(generation),
          label: `Generation ${generation}`,
        })),
      },
    ],
  },
  {
    title: 'Discord',
    about:
      'Announces new approvals in a digest, and a queue that grows too long. Nothing is sent without a webhook.',
    fields: DISCORD,
  },
  {
    title: 'Discord commands',
    about:
      'Players can ask for prices in Discord. Set the interactions endpoint there to /discord/interactions of this site.',
    fields: DISCORD_COMMANDS,
  },
  {
    title: 'Log',
    about: 'Older entries are deleted in small batches.',
    fields: [
      {
        key: 'log_retention_days',
        label: 'Days to keep log entries',
        hint: 'From 1 to 3,650.',
        input: 'number',
        deletion: logDeletion,
      },
    ],
  },
] as const satisfies readonly { title: string; about: ReactNode; fields: readonly SettingField[] }[];
