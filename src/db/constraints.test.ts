import { beforeAll, describe, expect, it } from 'vitest';
import { makeAccount, makeSale } from '../testing/accounts/factories.ts';
import { testAccount } from '../testing/accounts/test-account.ts';
import { testServer } from '../testing/run/server.ts';

const server = testServer();

const submitter = testAccount(server);
let item: number;
let pokemon: number;

beforeAll(async () => {
  item = await makeSale(server, { by: submitter });
  pokemon = await makeSale(server, { by: submitter, kind: 'pokemon' });
});

const change = (id: number, assignment: string) =>
  server.sql(`update sale set ${assignment}, version = version + 1 where sale_id = ?`, [id]);

describe('the database refuses', () => {
  const TRAITS = [
    'species_id',
    'form',
    'nature',
    'ability',
    'hidden_power',
    'is_shiny',
    'hp_iv',
    'atk_iv',
    'def_iv',
    'spatk_iv',
    'spdef_iv',
    'speed_iv',
  ];

  it.each(TRAITS)('a pokemon without %s', async (trait) => {
    await expect(change(pokemon, `${trait} = null`)).rejects.toThrow('sale_traits_check');
  });

  it.each([...TRAITS, 'level', 'held_item'])('an item with the %s of a pokemon', async (trait) => {
    const value = `(select other.${trait} from sale other where other.sale_id = ${pokemon})`;
    await change(pokemon, "level = 5, held_item = 'Choice Band'");
    await expect(change(item, `${trait} = ${value}`)).rejects.toThrow('sale_traits_check');
  });

  it.each([
    ['a price of 0', 'price = 0', 'sale_price_check'],
    ['a negative price', 'price = -1', 'sale_price_check'],
    ['a price that is too high', 'price = 1000000000000', 'sale_price_check'],
    ['an IV of 32', 'hp_iv = 32', 'sale_ivs_check'],
    ['an IV of -1', 'speed_iv = -1', 'sale_ivs_check'],
    ['a level of 0', 'level = 0', 'sale_level_check'],
    ['a nature that does not exist', "nature = 'Grumpy'", 'sale_nature_check'],
    ['a hidden power that does not exist', "hidden_power = 'Fairy'", 'sale_hidden_power_check'],
    ['a proof that is a script', "proof_url = 'javascript:alert(1)'", 'sale_proof_check'],
    ['a decision without its time', "status = 'approved'", 'sale_decided_check'],
    ['a time of decision while pending', 'decided_at = now()', 'sale_decided_check'],
    ['an unknown status', "status = 'deleted', decided_at = now()", 'sale_status_check'],
    ['an account that does not exist', 'submitted_by = 2147483647', 'foreign'],
    ['a species that does not exist', 'species_id = 9999', 'foreign'],
  ])('%s', async (_what, assignment, constraint) => {
    await expect(change(pokemon, assignment)).rejects.toThrow(constraint);
  });

  const DECIDED = 'decided_at = now()';
  const UNDECIDED = 'decided_at = null';
  const NEXT = 'version = version + 1';

  it.each<[what: string, steps: string[], refused: string, why: RegExp]>([
    [
      'approved to rejected',
      [`status = 'approved', ${DECIDED}`],
      `status = 'rejected', ${NEXT}`,
      /no step from/,
    ],
    [
      'rejected to approved',
      [`status = 'rejected', ${DECIDED}`],
      `status = 'approved', ${NEXT}`,
      /no step from/,
    ],
    [
      'a decision on a deleted sale',
      ['deleted_at = now()'],
      `status = 'approved', ${DECIDED}, ${NEXT}`,
      /no step/,
    ],
    [
      'returning a deleted sale to review',
      [`status = 'approved', ${DECIDED}`, 'deleted_at = now()'],
      `status = 'pending', ${UNDECIDED}, ${NEXT}`,
      /no step from approved to pending/,
    ],
    ['a decision without a new version', [], `status = 'approved', ${DECIDED}`, /version 1 after 1/],
    ['a new price without one', [], 'price = 7', /version 1 after 1/],
    ['deleting without one', [], 'deleted_at = now()', /version 1 after 1/],
    ['restoring without one', ['deleted_at = now()'], 'deleted_at = null', /version 2 after 2/],
    ['a version that jumps', [], 'version = version + 2', /version 3 after 1/],
    ['a version that falls', ['price = 7'], 'version = version - 1', /version 1 after 2/],
    ['another kind', [], `kind = 'badge', ${NEXT}`, /kind and submission do not change/],
    ['a changed submission date', [], `date_submitted = now(), ${NEXT}`, /kind and submission do not change/],
    ['another id', [], `sale_id = 999999, ${NEXT}`, /kind and submission do not change/],
  ])('an invalid transition of a sale: %s', async (_what, steps, refused, why) => {
    const id = await makeSale(server, { kind: 'pokemon', by: submitter });
    for (const step of steps) await change(id, step);
    await expect(server.sql(`update sale set ${refused} where sale_id = ?`, [id])).rejects.toThrow(why);
  });

  it.each([
    ['update sale_event set notes = null', 'rows of sale_event are never changed'],
    ['delete from sale_event', 'rows of sale_event are never changed'],
    ["update audit_event set action = 'nothing'", 'rows of audit_event are never changed'],
    ['delete from audit_event', 'rows of audit_event are never changed'],
  ])('to rewrite history: %s', async (statement, message) => {
    await expect(server.sql(statement)).rejects.toThrow(message);
  });

  it.each([
    ['username', "values ('USER_X', 'looks', 'other@example.org', 'x', now())", 'account_username_unique'],
    ['email', "values ('someone', 'someone', 'User_X@Example.org', 'x', now())", 'account_email_unique'],
  ])('a %s that differs only in case', async (_field, values, index) => {
    await makeAccount(server, 'user', 'user_x').catch(() => undefined);
    await expect(
      server.sql(
        `insert into account (username, username_skeleton, email, password_hash, email_confirmed_at) ${values}`,
      ),
    ).rejects.toThrow(index);
  });
});
