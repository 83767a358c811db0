import { isSettingKey, SETTING_KEYS, SETTINGS, type SettingKey } from '../../contract/settings.ts';
import { invalidInput, notFound } from '../../lib/errors.ts';
import { actorId } from '../actor.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Scope } from '../scope.ts';
import { Setting } from './setting.entity.ts';

/** What admins set while the site runs; read from the database, so that every process sees a change at once. */
export class SettingsService {
  readonly #scope: Scope;
  readonly #audit: AuditService;

  constructor(scope: Scope, audit: AuditService) {
    this.#scope = scope;
    this.#audit = audit;
  }

  async get(key: SettingKey): Promise<string> {
    const row = await this.#scope.em.findOne(Setting, { key });
    return row?.value ?? SETTINGS[key].fallback;
  }

  /** Every setting, set or not, by key. */
  async list(): Promise<{ key: string; value: string }[]> {
    const rows = new Map((await this.#scope.em.find(Setting, {})).map((row) => [row.key, row.value]));
    return SETTING_KEYS.map((key) => ({ key, value: rows.get(key) ?? SETTINGS[key].fallback }));
  }

  /**
   * Sets one setting.
   *
   * @throws DomainError not_found for an unknown key, invalid for a value that the key cannot have.
   */
  async set(key: string, value: string): Promise<{ key: string; value: string }> {
    if (!isSettingKey(key)) throw notFound('setting');
    const { values } = SETTINGS[key];
    if (!values.includes(value))
      throw invalidInput([{ field: 'value', message: `${key} must be one of ${values.join(', ')}` }]);
    const { em, actor, clock } = this.#scope;
    return em.transactional(async () => {
      const before = await this.get(key);
      await em.upsert(Setting, { key, value, updatedAt: clock.now(), updatedBy: actorId(actor) });
      await this.#audit.record({ action: 'setting.changed', target: key, detail: { before, after: value } });
      return { key, value };
    });
  }

  async skipsReview(): Promise<boolean> {
    return (await this.get('skip_review_enabled')) === 'true';
  }

  /** The newest generation of the games that may be submitted, 5–9. */
  async generation(): Promise<number> {
    return Number(await this.get('catalogue_generation'));
  }
}
