import type { ItemCategory } from '../../src/modules/catalogue/catalogue.data.ts';

interface BagItems {
  category: ItemCategory;
  /** The generation that introduced them. */
  generation: number;
  names: readonly string[];
}

const natureMints = [
  ...['Lonely', 'Adamant', 'Naughty', 'Brave', 'Bold', 'Impish', 'Lax', 'Relaxed', 'Modest', 'Mild', 'Rash'],
  ...['Quiet', 'Calm', 'Gentle', 'Careful', 'Sassy', 'Timid', 'Hasty', 'Jolly', 'Naive', 'Serious'],
].map((nature) => `${nature} Mint`);

/** Items that are used only outside battle, which `@pkmn/dex` therefore lacks. */
export const BAG_ITEMS: readonly BagItems[] = [
  {
    category: 'medicine',
    generation: 1,
    names: [
      ...['Potion', 'Super Potion', 'Hyper Potion', 'Max Potion', 'Full Restore', 'Revive', 'Max Revive'],
      ...['Antidote', 'Burn Heal', 'Ice Heal', 'Awakening', 'Paralyze Heal', 'Full Heal'],
      ...['Ether', 'Max Ether', 'Elixir', 'Max Elixir', 'Fresh Water', 'Soda Pop', 'Lemonade'],
    ],
  },
  {
    category: 'medicine',
    generation: 2,
    names: [
      ...['Moomoo Milk', 'Energy Powder', 'Energy Root', 'Heal Powder', 'Revival Herb'],
      ...['Rage Candy Bar', 'Sacred Ash'],
    ],
  },
  { category: 'medicine', generation: 3, names: ['Lava Cookie'] },
  { category: 'medicine', generation: 4, names: ['Old Gateau'] },
  { category: 'medicine', generation: 5, names: ['Casteliacone', 'Sweet Heart'] },
  { category: 'medicine', generation: 6, names: ['Lumiose Galette', 'Shalour Sable'] },
  { category: 'medicine', generation: 7, names: ['Big Malasada', 'Pewter Crunchies'] },
  {
    category: 'training',
    generation: 1,
    names: ['Rare Candy', 'HP Up', 'Protein', 'Iron', 'Carbos', 'Calcium', 'PP Up'],
  },
  { category: 'training', generation: 3, names: ['Zinc', 'PP Max'] },
  {
    category: 'training',
    generation: 5,
    names: [
      ...['Health Feather', 'Muscle Feather', 'Resist Feather'],
      ...['Genius Feather', 'Clever Feather', 'Swift Feather'],
    ],
  },
  { category: 'training', generation: 6, names: ['Ability Capsule'] },
  {
    category: 'training',
    generation: 8,
    names: [
      ...['Ability Patch', 'Dynamax Candy'],
      ...['Exp. Candy XS', 'Exp. Candy S', 'Exp. Candy M', 'Exp. Candy L', 'Exp. Candy XL'],
      ...natureMints,
    ],
  },
  {
    category: 'held',
    generation: 2,
    names: ['Amulet Coin', 'Cleanse Tag', 'Everstone', 'Exp. Share', 'Lucky Egg', 'Smoke Ball'],
  },
  { category: 'held', generation: 3, names: ['Soothe Bell'] },
  { category: 'held', generation: 4, names: ['Luck Incense', 'Pure Incense'] },
  {
    category: 'evolution',
    generation: 8,
    names: ['Black Augurite', 'Linking Cord', 'Peat Block', 'Scroll of Darkness', 'Scroll of Waters'],
  },
  { category: 'evolution', generation: 9, names: ['Gimmighoul Coin', "Leader's Crest"] },
  {
    category: 'field',
    generation: 1,
    names: [
      ...['Repel', 'Super Repel', 'Max Repel', 'Escape Rope', 'Poke Doll', 'Guard Spec.', 'Dire Hit'],
      ...['X Attack', 'X Defense', 'X Sp. Atk', 'X Speed', 'X Accuracy'],
    ],
  },
  {
    category: 'field',
    generation: 3,
    names: ['Fluffy Tail', 'Black Flute', 'Blue Flute', 'Red Flute', 'White Flute', 'Yellow Flute'],
  },
  {
    category: 'field',
    generation: 4,
    names: ['Honey', 'X Sp. Def', 'Damp Mulch', 'Gooey Mulch', 'Growth Mulch', 'Stable Mulch'],
  },
  { category: 'field', generation: 5, names: ['Poke Toy'] },
  { category: 'valuable', generation: 1, names: ['Nugget'] },
  {
    category: 'valuable',
    generation: 2,
    names: [
      ...['Pearl', 'Big Pearl', 'Stardust', 'Star Piece', 'Tiny Mushroom', 'Big Mushroom', 'Slowpoke Tail'],
      ...['Black Apricorn', 'Blue Apricorn', 'Green Apricorn', 'Pink Apricorn', 'Red Apricorn'],
      ...['White Apricorn', 'Yellow Apricorn'],
    ],
  },
  {
    category: 'valuable',
    generation: 3,
    names: [
      ...['Heart Scale', 'Shoal Salt', 'Shoal Shell'],
      ...['Blue Shard', 'Green Shard', 'Red Shard', 'Yellow Shard'],
    ],
  },
  { category: 'valuable', generation: 4, names: ['Odd Keystone'] },
  {
    category: 'valuable',
    generation: 5,
    names: [
      ...['Balm Mushroom', 'Comet Shard', 'Pearl String', 'Relic Band', 'Relic Copper', 'Relic Crown'],
      ...['Relic Gold', 'Relic Silver', 'Relic Statue', 'Relic Vase'],
    ],
  },
  { category: 'valuable', generation: 8, names: ['Wishing Piece'] },
  {
    category: 'key',
    generation: 1,
    names: ['Bicycle', 'Coin Case', 'Good Rod', 'Old Rod', 'Poke Flute', 'Super Rod', 'Town Map'],
  },
  { category: 'key', generation: 2, names: ['Squirt Bottle'] },
  { category: 'key', generation: 3, names: ['Acro Bike', 'Mach Bike', 'Vs. Seeker'] },
  { category: 'key', generation: 4, names: ['Dowsing Machine'] },
  { category: 'key', generation: 5, names: ['Oval Charm', 'Shiny Charm'] },
];
