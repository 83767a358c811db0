import { unavailable } from '../../lib/errors.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { Service } from '../service.ts';
import { lostSecrets, type SealedStores, type SecretBoxes } from './sealed.queries.ts';

interface Deps extends SecretBoxes, SealedStores {
  audit: AuditService;
}

/** Everything that is stored encrypted with `APP_SECRET`. */
export class SecretsService extends Service<Deps> {
  /**
   * Re-encrypts what a former secret encrypted, all or nothing: after a failure, everything still has the key that the
   * operator expects.
   *
   * @returns the number of secrets
   * @throws DomainError unavailable when no known secret decrypts one of them
   */
  async rotate(): Promise<number> {
    const { em, audit, twoFactor, settings, notices } = this.deps;
    const lost = await lostSecrets(this.deps, this.deps);
    if (lost.length > 0) throw unavailable('SECRETS_LOST', lost.join('; '), { details: lost });
    return em.transactional(async () => {
      // The log shows no fields with names like "secret" or "webhook".
      const detail = {
        two_factor: await twoFactor.reseal(),
        settings: await settings.reseal(),
        discord: await notices.reseal(),
      };
      const rotated = Object.values(detail).reduce((sum, count) => sum + count, 0);
      if (rotated > 0) await audit.record('secrets.rotated', { detail });
      return rotated;
    });
  }
}
