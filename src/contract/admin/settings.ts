import { z } from 'zod';
import { LIMITS } from '../shared/limits.ts';
import { formatNumber } from '../shared/plural.ts';
import { zText } from '../shared/primitives.ts';
import { keysOf, recordFor } from '../shared/record.ts';
import { hasForbiddenCharacter } from '../shared/text.ts';
import { isDiscordWebhook, WEBHOOK_MAX, WEBHOOK_RULE } from '../shared/urls.ts';

/** Game generations whose species, forms and abilities can be enabled. */
export const GENERATIONS = [5, 6, 7, 8, 9] as const;

/** The rule of one setting. Every value is a string. */
interface SettingRule {
  /** Validates and normalizes the value. Error messages continue after the key: `must be …`. */
  value: z.ZodType<string, string>;
  /** Default value. */
  fallback: string;
  /** Shown only as `set` or `unset`. */
  secret: boolean;
  /** All values, in lower case, if they are few. */
  values?: readonly string[];
}

const rule = (value: z.ZodType<string, string>, fallback: string, secret = false): SettingRule => ({
  value,
  fallback,
  secret,
});

/** @param values in lower case */
function choiceOf(values: readonly [string, ...string[]]) {
  const value = z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(values, { error: `must be one of ${values.join(', ')}` }));
  return { ...rule(value, values[0]), values };
}

function wholeNumber(min: number, max: number, fallback: number) {
  const error = `must be a whole number from ${min} to ${formatNumber(max)}`;
  const value = z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, { error })
    .refine((text) => Number(text) >= min && Number(text) <= max, { error })
    .transform((text) => String(Number(text)));
  return rule(value, String(fallback));
}

/** Optional text: empty means unset. */
const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: `can be at most ${max} characters long` });

const line = (max: number) =>
  text(max).refine((value) => !hasForbiddenCharacter(value), {
    error: 'contains a character that is not allowed',
  });

const lines = text(500)
  .transform((value) => value.replace(/\r\n?/g, '\n'))
  .refine((value) => !hasForbiddenCharacter(value.replaceAll('\n', '')), {
    error: 'contains a character that is not allowed',
  });

const emailOrNothing = text(LIMITS.email.max).refine(
  (value) => value === '' || z.email().safeParse(value).success,
  { error: 'must be an email address' },
);

const webhookOrNothing = text(WEBHOOK_MAX).refine((value) => value === '' || isDiscordWebhook(value), {
  error: WEBHOOK_RULE,
});

/** An id of Discord, a 64-bit number in decimal. */
const snowflakeOrNothing = text(20).refine((value) => /^(\d{15,20})?$/.test(value), {
  error: 'must be the application id that Discord shows, a number of about 19 digits',
});

const publicKeyOrNothing = text(64)
  .refine((value) => /^([0-9a-f]{64})?$/i.test(value), {
    error: 'must be the public key that Discord shows, 64 hexadecimal digits',
  })
  .transform((value) => value.toLowerCase());

const botTokenOrNothing = text(200).refine((value) => /^([\w-]+\.[\w-]+\.[\w-]+)?$/.test(value), {
  error: 'must be the bot token that Discord shows, three parts separated by dots',
});

const MINUTES_A_DAY = 1_440;

/** Settings that an admin can change at runtime. */
export const SETTINGS = {
  /** Approve submissions by checkers and admins immediately. */
  skip_review_enabled: choiceOf(['false', 'true']),
  /** Let only accounts with a confirmed email address submit and report, where a mail server is configured. */
  verify_email: choiceOf(['true', 'false']),
  /** Keep checkers and admins without a second factor out of their screens. On for new installations. */
  require_staff_two_factor: choiceOf(['false', 'true']),
  /** The newest generation whose species, forms and abilities may be submitted. */
  catalogue_generation: choiceOf(GENERATIONS.map(String) as [string, ...string[]]),
  log_retention_days: wholeNumber(1, 3650, LIMITS.logs.days),
  /** The site's operator, for the legal notice; empty means unset. */
  legal_name: rule(line(200), ''),
  legal_address: rule(lines, ''),
  legal_email: rule(emailOrNothing, ''),
  legal_phone: rule(line(50), ''),
  /** The person responsible for the content, if not the operator. */
  legal_responsible: rule(lines, ''),
  /** Webhook for announcements of new approvals and a long queue; empty turns them off. */
  discord_webhook_url: rule(webhookOrNothing, '', true),
  /** Minutes between digests of new approvals. */
  discord_digest_minutes: wholeNumber(1, MINUTES_A_DAY, 60),
  /** Announce the queue when it exceeds this number of sales; 0 turns this off. */
  discord_pending_threshold: wholeNumber(0, 100_000, 0),
  /** The application at Discord whose commands this site answers; with the public key, it turns them on. */
  discord_application_id: rule(snowflakeOrNothing, ''),
  /** The key that verifies Discord's signatures (Ed25519). */
  discord_public_key: rule(publicKeyOrNothing, ''),
  /** Used only to register the commands. */
  discord_bot_token: rule(botTokenOrNothing, '', true),
} as const satisfies Record<string, SettingRule>;
export type SettingKey = keyof typeof SETTINGS;
export const SETTING_KEYS = keysOf(SETTINGS);

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key);

/** A setting's value for display; a secret shows only as `set` or `unset`. */
export const shownValue = (key: SettingKey, value: string): string =>
  SETTINGS[key].secret ? (value === '' ? 'unset' : 'set') : value;

export const zSetting = z.object({ key: z.string(), value: z.string() });
export type Setting = z.infer<typeof zSetting>;
export const zSettings = z.object({ data: z.array(zSetting) });
const zValue = (what: string) => zText(what, 1000);

export const zSetSetting = z.strictObject({
  key: zText('key', 100),
  value: zValue('value'),
  /** The value that the caller saw, of a secret `set` or `unset`. When it is another one by now, nothing changes. */
  seen: zValue('seen').optional(),
});

const zSomeValues = recordFor(SETTING_KEYS, (key) => {
  const { values }: SettingRule = SETTINGS[key];
  // Not a rule: a value is normalized first.
  return zValue(key)
    .meta(values ? { enum: values } : {})
    .optional();
});

/** The settings to change; the others keep their values. */
export const zSaveSettings = z
  .strictObject({
    ...zSomeValues,
    /** The values that the caller saw, as in `zSetSetting`. */
    seen: z.strictObject(zSomeValues).optional(),
  })
  .refine((changes) => SETTING_KEYS.some((key) => changes[key] !== undefined), {
    error: 'Specify at least one setting to change',
  });

/** The published operator of this site; fields that are not set are null. */
export const zLegalNotice = z.object({
  name: z.string().nullable(),
  /** Can have several lines, like `responsible`. */
  address: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  responsible: z.string().nullable(),
});
export type LegalNotice = z.infer<typeof zLegalNotice>;
