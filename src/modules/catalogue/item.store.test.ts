import { describe, expect, it } from 'vitest';
import { testEntityManager } from '../../testing/entity-manager.ts';
import { addItem, findItems, resolveHeldItem, resolveItem } from './item.store.ts';

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
      ['Pink Mount', 'PINK mount', ' pink   mount '].map((name) => addItem(fork(), name, 'market')),
    );
    expect(new Set(added.map((item) => item.item_id)).size).toBe(1);
    expect(await resolveItem(fork(), 'pink mount')).toEqual(added[0]);
  });

  it('must exist to be held; the most similar name is suggested', async () => {
    expect(await resolveHeldItem(fork(), 'choice scarf')).toMatchObject({
      ok: true,
      value: { name: 'Choice Scarf' },
    });
    expect(await resolveHeldItem(fork(), 'Choice Scraf')).toEqual({
      ok: false,
      errors: [
        { field: 'held_item', message: "There is no item 'Choice Scraf'. Did you mean Choice Scarf?" },
      ],
    });
  });
});
