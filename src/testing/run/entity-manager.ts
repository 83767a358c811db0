import type { EntityManager } from '@mikro-orm/postgresql';
import { createOrm } from '../../db/orm.ts';
import { createTestDatabase } from '../servers/database.ts';
import { fixture } from './fixture.ts';

/**
 * A database for the test file without a server.
 *
 * @param user that connects: the application's, or the owner of the tables
 * @returns a new entity manager at each call
 */
export function testEntityManager(user: 'application' | 'owner' = 'application'): () => EntityManager {
  const database = fixture(createTestDatabase, 'drop');
  const orm = fixture(
    () => createOrm({ url: user === 'owner' ? database.ownerUrl : database.url, pool: 4 }),
    (one) => one.close(true),
  );
  return () => orm.em.fork();
}
