import type { EntityManager } from '@mikro-orm/postgresql';
import { expect, it } from 'vitest';
import { fixture } from '../../testing/run/fixture.ts';
import { createTestDatabase } from '../../testing/servers/database.ts';
import { createOrm } from '../orm.ts';

const database = fixture(createTestDatabase, 'drop');
const orm = fixture(() => createOrm({ url: database.ownerUrl, pool: 2 }), 'close');

const INDEX = 'select pg_get_indexdef(oid) as definition from pg_class where relname = ?';
const TRIGGER = `
  select pg_get_triggerdef(t.oid) || prosrc as definition
  from pg_trigger t join pg_proc p on p.oid = tgfoid where tgname = ?`;

/** An index or a trigger of an entity that is defined by its statement. */
interface Raw {
  name: string;
  /** The statement. */
  expression: string;
  drop: string;
  /** Selects its definition in the database by its name. */
  query: string;
}

function rawDefinitions(): Raw[] {
  const all = [...orm.getMetadata().getAll().values()].flatMap(
    ({ tableName, indexes, uniques, triggers }) => [
      ...[...indexes, ...uniques].map((index) => ({
        ...index,
        drop: `drop index "${index.name}"`,
        query: INDEX,
      })),
      ...triggers.map((trigger) => ({
        ...trigger,
        drop: `drop trigger "${trigger.name}" on "${tableName}"`,
        query: TRIGGER,
      })),
    ],
  );
  return all.flatMap(({ name, expression, drop, query }) =>
    name && typeof expression === 'string' ? [{ name, expression, drop, query }] : [],
  );
}

async function definitionOf(em: EntityManager, { name, query }: Raw): Promise<string | undefined> {
  const [found] = await em.execute<{ definition: string }[]>(query, [name]);
  return found?.definition;
}

/** The ORM compares these by name only, so `migration:create` does not notice when one changes. */
it('has each index and trigger with a statement of its own as the entity defines it', async () => {
  const raw = rawDefinitions();
  expect(raw.length).toBeGreaterThan(0);
  const em = orm.em.fork();
  await em.begin();
  const outdated: string[] = [];
  for (const definition of raw) {
    const migrated = await definitionOf(em, definition);
    if (migrated !== undefined) await em.execute(definition.drop);
    await em.execute(definition.expression);
    if (migrated !== (await definitionOf(em, definition))) outdated.push(definition.name);
  }
  await em.rollback();
  expect(outdated, 'A migration must drop these and create them again').toEqual([]);
});
