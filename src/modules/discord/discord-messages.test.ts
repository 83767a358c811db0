import { expect, it } from 'vitest';
import type { AnySale } from '../../contract/sale/sale.ts';
import { digestMessage, escapeMarkdown, queueMessage, saleLine } from './discord-messages.ts';

const COMMON = {
  sale_id: 17,
  price: 1_500_000,
  date_sold: '2026-03-12',
  proof_url: null,
  image_url: null,
  status: 'approved',
  submitted_by: null,
  submitted_by_username: null,
  date_submitted: '2026-03-12T00:00:00.000Z',
  approved_by: null,
  review_notes: null,
  version: 1,
} as const;
const sale = (item_name: string): AnySale => ({ ...COMMON, kind: 'item', item_id: 4, item_name });
const SITE = 'https://market.example';
const PUBLIC = { publicUrl: SITE, isPublic: true };

it.each([
  ['**bold** __under__ ~~gone~~', '\\*\\*bold\\*\\* \\_\\_under\\_\\_ \\~\\~gone\\~\\~'],
  ['`code` ||hidden|| a\\b', '\\`code\\` \\|\\|hidden\\|\\| a\\\\b'],
  ['<@123> <#4> @everyone', '\\<\\@123\\> \\<\\#4\\> \\@everyone'],
  ['[free](https://bad.example)', '\\[free\\]\\(https\\:\\/\\/bad.example\\)'],
  ['# big\n- line', '\\# big \\- line'],
  ["King's Rock, Nidoran♀", "King's Rock, Nidoran♀"],
])('escapes %j', (name, escaped) => {
  expect(escapeMarkdown(name)).toBe(escaped);
});

it('lists up to ten sales and the number of further ones', () => {
  expect(digestMessage([sale('Master Ball')], 1, PUBLIC).content).toBe(
    '**1 new approved sale**\n- **Master Ball** · 1,500,000 PD · 12 Mar 2026 · <https://market.example/sale/17>\n<https://market.example>',
  );
  const many = Array.from({ length: 12 }, (_, i) => sale(`Ball ${i}`));
  const lines = digestMessage(many, 1_012, PUBLIC).content.split('\n');
  expect(lines).toHaveLength(13);
  expect(lines[0]).toBe('**1,012 new approved sales**');
  expect(lines[10]).toContain('**Ball 9**');
  expect(lines.slice(11)).toEqual(['... and 1,002 more', '<https://market.example>']);
});

it('names the nature, the form and the IVs of a pokemon', () => {
  const rotom: AnySale = {
    ...COMMON,
    kind: 'pokemon',
    pokemon_id: 479,
    pokemon_name: 'Rotom',
    form: 'Wash',
    pokemon_type: 'Electric/Water',
    nature: 'Bold',
    ability: 'Levitate',
    hidden_power: 'Ice',
    level: null,
    is_shiny: true,
    held_item: null,
    hp_iv: 31,
    atk_iv: 0,
    def_iv: 31,
    spatk_iv: 31,
    spdef_iv: 31,
    speed_iv: 30,
  };
  expect(saleLine(rotom, SITE)).toContain(
    '- **Shiny Bold Rotom \\(Wash\\)** 31/0/31/31/31/30 · 1,500,000 PD',
  );
});

it('lists fewer sales if ten do not fit into one message', () => {
  const { content } = digestMessage(
    Array.from({ length: 10 }, () => sale('*'.repeat(100))),
    10,
    PUBLIC,
  );
  const named = content.split('\n').filter((line) => line.startsWith('- '));
  expect(content.length).toBeLessThanOrEqual(2_000);
  expect(named.length).toBeGreaterThan(5);
  expect(content).toContain(`\n... and ${10 - named.length} more\n`);
});

it('has the card of a single sale, if Discord can load it', () => {
  const one = [sale('Master Ball')];
  expect(digestMessage(one, 1, PUBLIC).image).toBe(`${SITE}/cards/sale/17.png`);
  expect(digestMessage(one, 1, { ...PUBLIC, isPublic: false })).not.toHaveProperty('image');
  expect(digestMessage([...one, ...one], 2, PUBLIC)).not.toHaveProperty('image');
});

it('contains the length of the queue', () => {
  expect(queueMessage(1_200, 1_000, SITE).content).toBe(
    '**1,200 sales waiting for review**, more than 1,000.\n<https://market.example>',
  );
});
