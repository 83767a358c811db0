import { expect, it } from 'vitest';
import { checkSaleLine, identityOf, SALE_FILE } from './sale-file.ts';

/** A pokemon in every column, and another valid value of the column where the identity depends on it. */
const CELLS: Record<string, readonly [value: string, other?: string]> = {
  kind: ['pokemon'],
  item_name: [''],
  pokemon_name: ['Garchomp', 'Gible'],
  price: ['1500000', '1500001'],
  date_sold: ['2026-01-02', '2026-01-03'],
  proof_url: ['https://forum.example/1', 'https://forum.example/2'],
  form: ['Normal', 'Mega'],
  nature: ['Adamant', 'Jolly'],
  ability: ['Rough Skin', 'Sand Veil'],
  level: ['100', '99'],
  is_shiny: ['true', 'false'],
  held_item: ['Leftovers', 'Choice Scarf'],
  iv_hp: ['31', '30'],
  iv_attack: ['29', '30'],
  iv_defense: ['28', '30'],
  iv_sp_attack: ['27', '30'],
  iv_sp_defense: ['26', '30'],
  iv_speed: ['25', '30'],
  status: ['approved'],
  submitted_by_username: ['Misty', 'Brock'],
  date_submitted: ['2026-01-03T10:00:00Z', '2026-01-03T10:00:01Z'],
  review_notes: ['seen'],
};

function identity(record: Record<string, string>): string {
  const line = checkSaleLine({ line: 2, record, error: null });
  if ('refusal' in line) throw new Error(line.refusal);
  return identityOf(line);
}

const POKEMON = Object.fromEntries(Object.entries(CELLS).map(([column, [value]]) => [column, value]));

// The stored keys of imported sales are hashes of these texts: with another one, importing an old file adds its sales again.
it('the identity of a line never changes', () => {
  expect(identity(POKEMON)).toBe(
    '["pokemon","Garchomp",1500000,"2026-01-02","https://forum.example/1","Normal","Adamant","Rough Skin",100,true,"Leftovers",31,29,28,27,26,25,"misty","2026-01-03T10:00:00Z"]',
  );
  expect(identity({ item_name: 'Master Ball', price: '500', date_sold: '2026-01-02' })).toBe(
    '["item","Master Ball",500,"2026-01-02",null,null,null,null,null,null,null,null,null,null,null,null,null,null,null]',
  );
});

it('the identity of a line depends on every column of the sale', () => {
  expect(Object.keys(CELLS).sort()).toEqual([...SALE_FILE.columns].sort());
  for (const [column, [, other]] of Object.entries(CELLS))
    if (other !== undefined)
      expect(identity({ ...POKEMON, [column]: other }), column).not.toBe(identity(POKEMON));
});
