import { z } from 'zod';

/** Generations of the games whose species, forms and abilities can be offered. */
export const GENERATIONS = [5, 6, 7, 8, 9] as const;

const oneOf = (...values: string[]) => ({ values, fallback: values[0] ?? '' });

/** What an admin can set while the site runs: every value is a string (SPEC section 3 "System setting"). */
export const SETTINGS = {
  /** Submissions by checkers and admins are approved at once. */
  skip_review_enabled: oneOf('false', 'true'),
  /** The newest generation whose species, forms and abilities may be submitted. */
  catalogue_generation: oneOf(...GENERATIONS.map(String)),
} as const;
export type SettingKey = keyof typeof SETTINGS;
export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key);

export const zSetting = z.object({ key: z.string(), value: z.string() });
export const zSettings = z.object({ data: z.array(zSetting) });
export const zSetSetting = z.strictObject({
  key: z.string().max(100),
  value: z.string({ error: 'value must be a text' }).max(1000),
});
