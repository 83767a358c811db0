import { type IvColumn, ivColumn, STAT_LABELS, STATS, type Stat } from '../sale/ivs.ts';
import type { SaleKind } from '../sale/kinds.ts';
import { closestMatch } from '../shared/edit-distance.ts';
import { ALL_FIELDS, type FieldName, fieldsOf, type QueryField } from './fields.ts';

/** What each field is, for users. */
export const ABOUT: Record<FieldName, string> = {
  pokemon: 'its name',
  item: 'its name',
  price: 'in Pokedollars: 1,500,000 or 1.5m',
  date: 'when it was sold',
  proof: 'whether its proof is linked',
  nature: 'its nature',
  ability: 'its ability',
  form: 'its form, such as Alola',
  hidden_power: 'type of its hidden power',
  shiny: 'true or false',
  perfect_ivs: 'how many IVs are 31',
  level: '1 to 100, if known',
  submitted_by: 'who submitted it',
  ...(Object.fromEntries(STATS.map((stat) => [ivColumn(stat), `${STAT_LABELS[stat]} IV, 0 to 31`])) as Record<
    IvColumn,
    string
  >),
};

/** The words for each stat; a search understands them in more spellings (`statOf`), and a test compares the two. */
export const STAT_WORDS: Record<Stat, readonly string[]> = {
  hp: ['hp'],
  atk: ['atk', 'attack'],
  def: ['def', 'defense', 'defence'],
  spatk: ['spa', 'spatk', 'satk', 'sp_attack', 'special_attack'],
  spdef: ['spd', 'spdef', 'sdef', 'sp_defense', 'sp_defence', 'special_defense', 'special_defence'],
  speed: ['spe', 'speed'],
};

/** What people call a field, besides its name and its property. */
const WORDS: Partial<Record<FieldName, readonly string[]>> = {
  pokemon: ['name', 'species', 'pokemon_name'],
  item: ['name', 'item_name'],
  price: ['cost', 'pd', 'sold_for'],
  date: ['sold', 'sold_on', 'day'],
  hidden_power: ['hidden', 'hp_type'],
  perfect_ivs: ['ivs', 'perfect', '31s'],
  level: ['lvl', 'lv'],
  submitted_by: ['submitter', 'user', 'username', 'seller'],
  ...Object.fromEntries(
    STATS.map((stat) => [
      ivColumn(stat),
      STAT_WORDS[stat].flatMap((word) => [word, `${word}_iv`, `${word}_ivs`, `iv_${word}`]),
    ]),
  ),
};

/** Shorter words are similar to too many others. */
const LEAST_MISSPELLED = 4;

/** Case, spaces and separators do not count. */
export const wordKey = (text: string): string => text.toLowerCase().replace(/[\s._-]+/g, '');

/** The keys of the words for a field. */
export const wordKeysOf = ({ name, property = name }: QueryField): string[] =>
  [name, property, ...(WORDS[name] ?? [])].map(wordKey);

/** The field that people call so, of one kind of sales or of any. */
export const fieldCalled = (text: string, kind?: SaleKind): QueryField | undefined =>
  (kind ? fieldsOf(kind) : ALL_FIELDS).find((field) => wordKeysOf(field).includes(wordKey(text)));

/** The field with the most similar word; undefined when none is similar enough. */
export function fieldNear(text: string, kind: SaleKind): QueryField | undefined {
  const words = fieldsOf(kind).flatMap(wordKeysOf);
  const near = closestMatch(
    wordKey(text),
    words.filter(({ length }) => length >= LEAST_MISSPELLED),
  );
  return near === undefined ? undefined : fieldCalled(near, kind);
}
