import {
  isSettingKey,
  type LegalNotice,
  SETTING_KEYS,
  SETTINGS,
  type SettingKey,
  type Setting as ShownSetting,
  shownValue,
} from '../../contract/admin/settings.ts';
import { describeIssues } from '../../contract/shared/validation.ts';
import { invalidInput, notFound } from '../../lib/errors.ts';
import { actorId } from '../actor.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { RequestScope } from '../scope.ts';
import { Setting } from './setting.entity.ts';

/** The normalised values. @throws DomainError invalid with the errors of all invalid values, by `fieldOf` the key. */
function validated(
  changes: Partial<Record<SettingKey, string>>,
  fieldOf: (key: SettingKey) => string,
): [SettingKey, string][] {
  const issues: { field: string; message: string }[] = [];
  const valid: [SettingKey, string][] = [];
  // In one order, so that two concurrent changes do not wait for each other.
  for (const key of SETTING_KEYS) {
    const value = changes[key];
    if (value === undefined) continue;
    const parsed = SETTINGS[key].value.safeParse(value);
    if (parsed.success) valid.push([key, parsed.data]);
    else {
      const [issue] = describeIssues(parsed.error);
      issues.push({ field: fieldOf(key), message: `${key} ${issue?.message ?? 'cannot have this value'}` });
    }
  }
  if (issues.length > 0) throw invalidInput(issues);
  return valid;
}

interface Deps extends RequestScope {
  audit: AuditService;
}

/**
 * Settings that admins change at run time. Always read from the database, so that every process sees a change at
 * once.
 */
export class SettingsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The current value, including secrets; for internal use only. */
  async get(key: SettingKey): Promise<string> {
    const row = await this.#deps.em.findOne(Setting, { key });
    return row?.value ?? SETTINGS[key].fallback;
  }

  /** All settings, set or not, with secrets masked. */
  async list(): Promise<ShownSetting[]> {
    const values = await this.#values();
    return SETTING_KEYS.map((key) => ({ key, value: shownValue(key, values(key)) }));
  }

  /** One setting, with a secret masked. @throws DomainError not_found for an unknown key. */
  async show(key: string): Promise<ShownSetting> {
    if (!isSettingKey(key)) throw notFound('setting');
    return { key, value: shownValue(key, await this.get(key)) };
  }

  /**
   * Changes a setting. The result and the audit event only show whether a secret is set, not its value.
   *
   * @throws DomainError not_found for an unknown key, invalid for an invalid value.
   */
  async set(key: string, value: string): Promise<ShownSetting> {
    if (!isSettingKey(key)) throw notFound('setting');
    await this.#store(validated({ [key]: value }, () => 'value'));
    return this.show(key);
  }

  /**
   * Changes several settings, all or none. Like `set`, it does not reveal secrets.
   *
   * @throws DomainError invalid with the errors of all invalid values.
   */
  async save(changes: Partial<Record<SettingKey, string>>): Promise<void> {
    await this.#store(validated(changes, (key) => key));
  }

  async skipsReview(): Promise<boolean> {
    return (await this.get('skip_review_enabled')) === 'true';
  }

  /** The newest generation of the games that may be submitted, 5–9. */
  async generation(): Promise<number> {
    return Number(await this.get('catalogue_generation'));
  }

  /** The person responsible for this site; fields that are not set are null. */
  async legalNotice(): Promise<LegalNotice> {
    const values = await this.#values();
    const field = (key: SettingKey) => values(key) || null;
    return {
      name: field('legal_name'),
      address: field('legal_address'),
      email: field('legal_email'),
      phone: field('legal_phone'),
      responsible: field('legal_responsible'),
    };
  }

  async #store(changes: readonly [SettingKey, string][]): Promise<void> {
    const { em, actor, clock, audit } = this.#deps;
    await em.transactional(async () => {
      for (const [key, value] of changes) {
        const detail = { before: shownValue(key, await this.get(key)), after: shownValue(key, value) };
        await em.upsert(Setting, { key, value, updatedAt: clock.now(), updatedBy: actorId(actor) });
        await audit.record({ action: 'setting.changed', target: key, detail });
      }
    });
  }

  /** The current values of all keys, in one query. */
  async #values(): Promise<(key: SettingKey) => string> {
    const rows = new Map((await this.#deps.em.find(Setting, {})).map((row) => [row.key, row.value]));
    return (key) => rows.get(key) ?? SETTINGS[key].fallback;
  }
}
