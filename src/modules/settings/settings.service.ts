import { LockMode } from '@mikro-orm/postgresql';
import {
  isSettingKey,
  type LegalNotice,
  SETTING_KEYS,
  SETTINGS,
  type SettingKey,
  type Setting as ShownSetting,
  shownValue,
} from '../../contract/admin/settings.ts';
import { closestMatch } from '../../contract/shared/edit-distance.ts';
import { describeIssues, type FieldError } from '../../contract/shared/validation.ts';
import { ADVISORY_LOCKS } from '../../db/advisory-locks.ts';
import { query } from '../../db/query.ts';
import { changedMeanwhile, invalidInput, notFound, unavailable } from '../../lib/errors.ts';
import type { OwnedSealed, Sealed, SecretBox } from '../../lib/secret-box.ts';
import { actorId } from '../actor.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { Service } from '../service.ts';
import { Setting } from './setting.entity.ts';

type SomeValues = Partial<Record<SettingKey, string | undefined>>;

/** The normalised values. @throws DomainError invalid with the errors of all invalid values, by `fieldOf` the key. */
function validated(changes: SomeValues, fieldOf: (key: SettingKey) => string): [SettingKey, string][] {
  const issues: FieldError[] = [];
  const valid: [SettingKey, string][] = [];
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

/** The stored form of an encrypted value: the id of its key, and the ciphertext. */
const SEALED = /^sealed:([0-9a-f]+):(.+)$/;

function sealedOf(key: SettingKey, stored: string): Sealed | null {
  const [, keyId, text] = (SETTINGS[key].secret && SEALED.exec(stored)) || [];
  return keyId && text ? { keyId, text } : null;
}

const cannotOpen = (key: SettingKey) =>
  unavailable(
    'SECRET_LOST',
    `${key} cannot be decrypted: put the secret that encrypted it into APP_SECRETS_OLD, or set it again.`,
  );

const unknownKey = (key: string) => notFound(`setting: ${key}`, closestMatch(key, SETTING_KEYS));

/**
 * Settings that admins change at run time. Always read from the database, so that every process sees a change at
 * once.
 */
export class SettingsService extends Service<{ audit: AuditService; settingBox: SecretBox }> {
  /**
   * The current value, including secrets; for internal use only.
   *
   * @throws DomainError unavailable when no known secret decrypts it.
   */
  async get(key: SettingKey): Promise<string> {
    return this.#opened(key, await this.#stored(key));
  }

  /** All settings, set or not, with secrets masked. */
  async list(): Promise<ShownSetting[]> {
    const values = await this.#values();
    return SETTING_KEYS.map((key) => ({ key, value: shownValue(key, values(key)) }));
  }

  /** One setting, with a secret masked. @throws DomainError not_found for an unknown key. */
  async show(key: string): Promise<ShownSetting> {
    if (!isSettingKey(key)) throw unknownKey(key);
    return { key, value: shownValue(key, await this.#stored(key)) };
  }

  /**
   * Changes a setting. The result and the audit event only show whether a secret is set, not its value.
   *
   * @param seen the value that the caller saw; without it, any value is changed
   * @throws DomainError not_found for an unknown key, invalid for an invalid value, conflict when `seen` is outdated.
   */
  async set(key: string, value: string, seen?: string): Promise<ShownSetting> {
    if (!isSettingKey(key)) throw unknownKey(key);
    await this.#store(
      validated({ [key]: value }, () => 'value'),
      { [key]: seen },
    );
    return this.show(key);
  }

  /**
   * Changes several settings, all or none. Like `set`, it does not reveal secrets.
   *
   * @param seen the values that the caller saw; of a secret `set` or `unset`
   * @throws DomainError invalid with the errors of all invalid values; conflict when one of these settings is no
   *   longer as in `seen`.
   */
  async save(changes: SomeValues, seen: SomeValues = {}): Promise<void> {
    await this.#store(
      validated(changes, (key) => key),
      seen,
    );
  }

  /** The values as stored, each with its key as the owner. @see SealedStore */
  async sealed(exceptKeys: readonly string[]): Promise<OwnedSealed[]> {
    const values = await this.#values();
    return SETTING_KEYS.flatMap((owner) => {
      const sealed = sealedOf(owner, values(owner));
      return sealed && !exceptKeys.includes(sealed.keyId) ? [{ ...sealed, owner }] : [];
    });
  }

  /** Encrypts secrets that an earlier version stored as they are, and returns their number. */
  sealPlain(): Promise<number> {
    return this.#sealAgain((stored) => !SEALED.test(stored));
  }

  /** @see SealedStore */
  reseal(): Promise<number> {
    const { currentKeyId } = this.deps.settingBox;
    return this.#sealAgain((stored) => SEALED.exec(stored)?.[1] !== currentKeyId);
  }

  async #sealAgain(isDue: (stored: string) => boolean): Promise<number> {
    const { em } = this.deps;
    return em.transactional(async () => {
      const keys = SETTING_KEYS.filter((key) => SETTINGS[key].secret);
      const rows = await em.find(
        Setting,
        { key: { $in: keys }, value: { $ne: '' } },
        { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { key: 'asc' }, refresh: true },
      );
      const due = rows.filter(({ value }) => isDue(value));
      for (const row of due)
        if (isSettingKey(row.key)) row.value = this.#sealed(row.key, this.#opened(row.key, row.value));
      return due.length;
    });
  }

  async skipsReview(): Promise<boolean> {
    return (await this.get('skip_review_enabled')) === 'true';
  }

  /** Whether submitting needs a confirmed email address, if the site has a mail server. */
  async verifiesEmail(): Promise<boolean> {
    return (await this.get('verify_email')) === 'true';
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

  /** Writes the values that differ from the current ones: a repeated call changes nothing, whatever it saw. */
  async #store(values: readonly [SettingKey, string][], seen: SomeValues): Promise<void> {
    const { em, actor, clock, audit } = this.deps;
    await em.transactional(async () => {
      // One change at a time: a row that does not exist yet cannot be locked.
      await query(em)`select pg_advisory_xact_lock(${ADVISORY_LOCKS.settings})`;
      const stored = await this.#values();
      const shown = (key: SettingKey) => shownValue(key, stored(key));
      const changes = values.filter(([key, value]) => !this.#equals(key, stored(key), value));
      const outdated = changes.filter(([key]) => seen[key] !== undefined && seen[key] !== shown(key));
      if (outdated.length > 0)
        throw changedMeanwhile(
          outdated.map(([key]) => `${key} is now ${JSON.stringify(shown(key))}`).join(', '),
        );
      for (const [key, value] of changes) {
        const detail = { before: shown(key), after: shownValue(key, value) };
        await em.upsert(Setting, {
          key,
          value: this.#sealed(key, value),
          updatedAt: clock.now(),
          updatedBy: actorId(actor),
        });
        await audit.record('setting.changed', { target: key, detail });
      }
    });
  }

  /** The value as stored: a secret is encrypted, unless an earlier version stored it. */
  async #stored(key: SettingKey): Promise<string> {
    const row = await this.deps.em.findOne(Setting, { key });
    return row?.value ?? SETTINGS[key].fallback;
  }

  #sealed(key: SettingKey, value: string): string {
    if (!SETTINGS[key].secret || value === '') return value;
    const { keyId, text } = this.deps.settingBox.seal(value, key);
    return `sealed:${keyId}:${text}`;
  }

  #equals(key: SettingKey, stored: string, value: string): boolean {
    try {
      return this.#opened(key, stored) === value;
    } catch {
      // Its secret is lost, so it is set again.
      return false;
    }
  }

  #opened(key: SettingKey, stored: string): string {
    const sealed = sealedOf(key, stored);
    if (!sealed) return stored;
    try {
      return this.deps.settingBox.open(sealed, key);
    } catch {
      throw cannotOpen(key);
    }
  }

  /** The stored values of all keys as they are now, in one query. */
  async #values(): Promise<(key: SettingKey) => string> {
    const rows = new Map(
      (await this.deps.em.find(Setting, {}, { refresh: true })).map((row) => [row.key, row.value]),
    );
    return (key) => rows.get(key) ?? SETTINGS[key].fallback;
  }
}
