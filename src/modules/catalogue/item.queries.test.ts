import { describe, expect, it } from 'vitest';
import { testEntityManager } from '../../testing/run/entity-manager.ts';
import { addItem, findItems, unknownItem } from './item.queries.ts';

const fork = testEntityManager();

describe('items', () => {
  it('are found by the requested name, ignoring case', async () => {
    const found = await findItems(fork(), ['leftOVERS', 'Rare Candy', 'Rare Candy', 'No Such Thing']);
    expect([...found].map(([requested, item]) => [requested, item.name])).toEqual(
      expect.arrayContaining([
        ['leftOVERS', 'Leftovers'],
        ['Rare Candy', 'Rare Candy'],
      ]),
    );
    expect(found.size).toBe(2);
  });

  it('are added once, ignoring case', async () => {
    const added = await Promise.all(
      ['Pink Mount', 'PINK mount', ' pink   mount '].map((name) => addItem(fork(), name)),
    );
    expect(new Set(added.map((item) => item.item_id)).size).toBe(1);
    expect((await findItems(fork(), ['pink mount'])).get('pink mount')).toEqual(added[0]);
  });

  it.each([
    ['Choice Scraf', ' Did you mean Choice Scarf?'],
    ['Nosuch thing', ''],
  ])(
    'that do not exist are refused with the most similar name, if it is similar: %s',
    async (name, meant) => {
      expect(await unknownItem(fork(), 'held_item', name)).toEqual({
        field: 'held_item',
        message: `There is no item “${name}”.${meant}`,
      });
    },
  );
});
