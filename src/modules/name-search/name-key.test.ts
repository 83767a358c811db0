import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanName, hasForbiddenCharacter, nameKey, slug } from '../../contract/shared/text.ts';
import { testServer } from '../../testing/run/server.ts';
import { readCatalogue } from '../catalogue/catalogue.source.ts';

const server = testServer();

/**
 * The names whose keys differ in the database. Names with characters that its version of Unicode does not know are left
 * out: it cannot know their lower case or their accents.
 */
async function differing(names: readonly string[]): Promise<string[]> {
  const rows = await server.sql<{ name: string; key: string }>(
    `select name, name_key(name) as key from jsonb_array_elements_text(?::jsonb) as name where unicode_assigned(name)`,
    [JSON.stringify(names)],
  );
  expect(rows.length).toBeGreaterThan(names.length * 0.9);
  return rows.filter(({ name, key }) => key !== nameKey(name)).map(({ name }) => name);
}

/** Names that the contract accepts, with many of the characters that the key treats in a special way. */
const aName = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(...'éÉßİıΣς♀♂’ʼ.-_%\'"\\ 0Z½²ＡｱﬁΩ'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    minLength: 1,
    maxLength: 40,
  })
  .map(cleanName)
  .filter((name) => name !== '' && !hasForbiddenCharacter(name));

it('is the same in the database, for any names', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aName, { minLength: 100, maxLength: 100 }), async (names) => {
      expect(await differing(names)).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

it('is the same in the database, for every character that a name can have', async () => {
  const characters = Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => !hasForbiddenCharacter(character));
  expect(await differing(characters)).toEqual([]);
});

it('does not change when it is computed again, and is the slug without its hyphens', () => {
  fc.assert(
    fc.property(aName, (name) => {
      expect(nameKey(nameKey(name))).toBe(nameKey(name));
    }),
  );
  for (const { name } of readCatalogue().species) expect(nameKey(name)).toBe(slug(name).replaceAll('-', ''));
});
