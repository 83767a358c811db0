import { z } from 'zod';
import { LIMITS } from '../shared/limits.ts';
import { hasForbiddenCharacter } from '../shared/text.ts';

/** Generations of the games whose species, forms and abilities can be offered. */
export const GENERATIONS = [5, 6, 7, 8, 9] as const;

/** What one setting can hold. Every value is a text (docs/product.md "Records"). */
interface SettingRule {
  /** The value in its one spelling, or a fault that reads on after the key: `must be …`. */
  value: z.ZodType<string, string>;
  /** What holds while nobody has set it. */
  fallback: string;
  /** Told as `set` or `unset`, and never what it is. */
  secret: boolean;
}

const rule = (value: z.ZodType<string, string>, fallback: string, secret = false): SettingRule => ({
  value,
  fallback,
  secret,
});

const oneOf = (values: readonly [string, ...string[]]) =>
  rule(z.enum(values, { error: `must be one of ${values.join(', ')}` }), values[0]);

function wholeNumber(min: number, max: number, fallback: number) {
  const error = `must be a whole number from ${min} to ${max.toLocaleString('en-US')}`;
  const value = z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, { error })
    .refine((text) => Number(text) >= min && Number(text) <= max, { error })
    .transform((text) => String(Number(text)));
  return rule(value, String(fallback));
}

/** Text that may be left out: empty is unset. */
const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: `can be at most ${max} characters long` });

const line = (max: number) =>
  text(max).refine((value) => !hasForbiddenCharacter(value), {
    error: 'has a character that it cannot have',
  });

const lines = (max: number) =>
  text(max)
    .transform((value) => value.replace(/\r\n?/g, '\n'))
    .refine((value) => !hasForbiddenCharacter(value.replaceAll('\n', '')), {
      error: 'has a character that it cannot have',
    });

const emailOrNothing = text(LIMITS.email.max).refine(
  (value) => value === '' || z.email().safeParse(value).success,
  { error: 'must be an email address' },
);

/** Where Discord takes messages: nothing else, so that no setting makes the server call an address of its own net. */
const WEBHOOK =
  /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+$/;
const webhookOrNothing = text(300).refine((value) => value === '' || WEBHOOK.test(value), {
  error: 'must be a webhook of Discord, such as https://discord.com/api/webhooks/…',
});

const MINUTES_A_DAY = 1_440;

/** What an admin can set while the site runs. */
export const SETTINGS = {
  /** Submissions by checkers and admins are approved at once. */
  skip_review_enabled: oneOf(['false', 'true']),
  /** The newest generation whose species, forms and abilities may be submitted. */
  catalogue_generation: oneOf(GENERATIONS.map(String) as [string, ...string[]]),
  /** Days that lines of the log are kept. */
  log_retention_days: wholeNumber(1, 3650, LIMITS.logs.days),
  /** Who answers for the site, as the legal notice shows it; empty is unset. */
  legal_name: rule(line(200), ''),
  legal_address: rule(lines(500), ''),
  legal_email: rule(emailOrNothing, ''),
  legal_phone: rule(line(50), ''),
  /** Who answers for what stands on the site, where that is somebody else. */
  legal_responsible: rule(lines(500), ''),
  /** Where new approvals and a long queue are announced; empty announces nothing. */
  discord_webhook_url: rule(webhookOrNothing, '', true),
  /** How often new approvals are announced, in one message. */
  discord_digest_minutes: wholeNumber(1, MINUTES_A_DAY, 60),
  /** The queue is announced when it grows beyond so many sales; 0 never does. */
  discord_pending_threshold: wholeNumber(0, 100_000, 0),
} as const satisfies Record<string, SettingRule>;
export type SettingKey = keyof typeof SETTINGS;
export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key);

/** A setting's value as people may see it: of a secret, only whether there is one. */
export const shownValue = (key: SettingKey, value: string): string =>
  SETTINGS[key].secret ? (value === '' ? 'unset' : 'set') : value;

export const zSetting = z.object({ key: z.string(), value: z.string() });
export type Setting = z.infer<typeof zSetting>;
export const zSettings = z.object({ data: z.array(zSetting) });
export const zSetSetting = z.strictObject({
  key: z.string().max(100),
  value: z.string({ error: 'value must be a text' }).max(1000),
});

/** Who answers for this site; null where nobody has published anything. */
export const zLegalNotice = z.object({
  name: z.string().nullable(),
  /** May have several lines, as `responsible` may. */
  address: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  responsible: z.string().nullable(),
});
export type LegalNotice = z.infer<typeof zLegalNotice>;
