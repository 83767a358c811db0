import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll } from 'vitest';
import { createOrm } from '../db/orm.ts';
import { createTestDatabase, type TestDatabase } from './servers/database.ts';

/**
 * A database for the test file without a server.
 *
 * @param user that connects: the application's, or the owner of the tables
 * @returns a new entity manager at each call
 */
export function testEntityManager(user: 'application' | 'owner' = 'application'): () => EntityManager {
  let database: TestDatabase;
  let orm: MikroORM;
  beforeAll(async () => {
    database = await createTestDatabase();
    orm = await createOrm({ url: user === 'owner' ? database.ownerUrl : database.url, pool: 4 });
  });
  afterAll(async () => {
    await orm.close(true);
    await database.drop();
  });
  return () => orm.em.fork();
}
