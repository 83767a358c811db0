import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/shared/limits.ts';
import { slug } from '../../contract/shared/text.ts';
import {
  makeAccount,
  makeSale,
  makeSprite,
  type StoredSale,
  type TestAccount,
} from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();
const by = testAccount(server);
const submitter = testAccount(server);

const market = (account?: TestAccount) => callerFor(server, account?.token).market;
const daysAgo = (days: number) => server.daysAgo(days);
const sell = (more: StoredSale = {}) => makeSale(server, { by, status: 'approved', ...more });
const page = (kind: 'item' | 'pokemon', slug: string) => market().name({ kind, slug });
const NOT_FOUND = { code: 'NOT_FOUND' };

describe('the page of a pokemon', () => {
  it('has its forms with their sales, and the days of the first and last sale', async () => {
    const rotom = (form: string, days: number, more: StoredSale = {}) =>
      sell({
        kind: 'pokemon',
        name: 'Rotom',
        date_sold: daysAgo(days),
        traits: { ability: 'Levitate', form },
        ...more,
      });
    await makeSprite(server, 479, 'Rotom', 'Normal');
    await makeSprite(server, 479, 'Rotom', 'Party');
    for (const [form, days] of [
      ['Wash', 40],
      ['Shiny Wash', 7],
      ['Normal', 9],
      ['Party', 400],
    ] as const)
      await rotom(form, days);
    await rotom('Heat', 1, { status: 'pending' });
    const found = await page('pokemon', 'rotom');
    expect(found).toMatchObject({
      kind: 'pokemon',
      name: 'Rotom',
      slug: 'rotom',
      pokemon_id: 479,
      image_url: 'https://i.imgur.com/479-Normal.jpg',
      sales: 4,
      first_sold: daysAgo(400),
      last_sold: daysAgo(7),
    });
    expect(found.forms[0]).toEqual({
      form: 'Normal',
      type: 'Electric',
      abilities: ['Levitate'],
      hidden_ability: null,
      sales: 1,
    });
    const sales = Object.fromEntries(found.forms.map((one) => [one.form, one.sales]));
    expect(sales).toEqual({ Normal: 1, Wash: 2, Party: 1, Heat: 0, Frost: 0, Fan: 0, Mow: 0 });
  });

  it('shows forms that are no longer offered if they have sales', async () => {
    const id = await sell({ kind: 'pokemon', name: 'Tauros', traits: { ability: 'Intimidate' } });
    await server.sql(`update sale set form = 'Blaze Breed', version = version + 1 where sale_id = ?`, [id]);
    expect((await page('pokemon', 'tauros')).forms).toContainEqual({
      form: 'Blaze Breed',
      type: 'Normal',
      abilities: [],
      hidden_ability: null,
      sales: 1,
    });
  });

  it.each([
    ['Normal', 'Fire'],
    ['Alola', 'Ice'],
    // Only sprites have it.
    ['Party', 'Fire'],
  ])('has the type of the sold form %s', async (form, type) => {
    const id = await sell({ kind: 'pokemon', name: 'Vulpix', traits: { ability: 'Flash Fire' } });
    await server.sql('update sale set form = ?, version = version + 1 where sale_id = ?', [form, id]);
    expect(await market().sale({ id })).toMatchObject({ pokemon_type: type });
    const { data } = await callerFor(server).pokemon.autocomplete({ query: 'vulpix' });
    expect(data[0]).toMatchObject({ name: 'Vulpix', pokemon_type: 'Fire' });
  });

  it.each([
    ['mr-mime', 'Mr. Mime'],
    ['FARFETCHD', "Farfetch'd"],
    ['nidoran-f', 'Nidoran♀'],
    ['Nidoran♂', 'Nidoran♂'],
    ['Nidoran-M', 'Nidoran♂'],
    ['Mr. Mime', 'Mr. Mime'],
    ['ho-oh', 'Ho-Oh'],
  ])('is found at %s', async (slug, name) => {
    const { name: found, sales, first_sold, last_sold } = await page('pokemon', slug);
    expect([found.replace('’', "'"), sales, first_sold, last_sold]).toEqual([name, 0, null, null]);
  });

  it('exists for a species of a later generation once that is offered', async () => {
    await expect(page('pokemon', 'greninja')).rejects.toMatchObject(NOT_FOUND);
    await server.services().settings.set('catalogue_generation', '6');
    expect((await page('pokemon', 'greninja')).name).toBe('Greninja');
    await server.services().settings.set('catalogue_generation', '5');
    await expect(page('pokemon', 'greninja')).rejects.toMatchObject(NOT_FOUND);
  });

  it('stays when the species is no longer offered, as long as it has sales', async () => {
    const { settings } = server.services();
    await settings.set('catalogue_generation', '6');
    const id = await sell({ kind: 'pokemon', name: 'Talonflame', traits: { ability: 'Flame Body' } });
    await settings.set('catalogue_generation', '5');
    // The numbers of sales may lag slightly.
    const name = () =>
      page('pokemon', 'talonflame').then(
        (found) => found.name,
        ({ code }) => code,
      );
    await expect.poll(name).toBe('Talonflame');
    await server.services().saleAdmin.remove('pokemon', { id });
    await expect.poll(name).toBe('NOT_FOUND');
  });
});

describe('the page of an item', () => {
  it('has no forms', async () => {
    await sell({ name: "Page King's Crown", date_sold: daysAgo(5) });
    expect(await page('item', 'page-kings-crown')).toEqual({
      kind: 'item',
      name: "Page King's Crown",
      slug: 'page-kings-crown',
      image_url: null,
      pokemon_id: null,
      forms: [],
      sales: 1,
      first_sold: daysAgo(5),
      last_sold: daysAgo(5),
      has_trait_worth: false,
    });
  });

  it.each([
    ['Ünique Ørb & Co.', 'unique-ørb-co'],
    ['幸運 Box', '幸運-box'],
    ['★ !', null],
  ])('called %s is found by the slug that a client makes of its name', async (name, own) => {
    await sell({ name });
    const found = await page('item', slug(name) || name);
    expect(found).toMatchObject({ name, slug: own ?? expect.stringMatching(/^\d+$/) });
    expect((await page('item', found.slug)).name).toBe(name);
  });

  it('returns the current name of a merged item', async () => {
    for (const name of ['Crwon Shard', 'Crown Shard']) await sell({ name });
    const admin = await makeAccount(server, 'admin');
    await server.services(admin.actor).itemMerge.merge({ from: 'Crwon Shard', into: 'Crown Shard' });
    expect(await page('item', 'crwon-shard')).toMatchObject({
      name: 'Crown Shard',
      slug: 'crown-shard',
      sales: 2,
    });
  });

  it.each([['no-such-item'], ['garchomp'], ['%'], ["' or 1=1 --"]])('is not found at %j', async (slug) => {
    await expect(page('item', slug)).rejects.toMatchObject(NOT_FOUND);
  });

  it.each([['x'.repeat(LIMITS.name.max * 2 + 1)], ['\u0000']])('refuses the slug %j', async (slug) => {
    await expect(page('item', slug)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('a sale', () => {
  it('shows its public fields to everybody, and more to staff and its submitter', async () => {
    const id = await sell({ by: submitter, price: 77 });
    const checker = await makeAccount(server, 'checker');
    const other = await sell({ by: submitter, status: 'pending' });
    await callerFor(server, checker.token).items.setStatus({
      id: other,
      status: 'approved',
      review_notes: 'seen',
    });
    expect(await market().sale({ id })).toMatchObject({
      kind: 'item',
      sale_id: id,
      price: 77,
      status: 'approved',
    });
    expect(await market().sale({ id: other })).toMatchObject({ review_notes: null, approved_by: null });
    expect(await market(by).sale({ id: other })).toMatchObject({ review_notes: null, approved_by: null });
    for (const account of [checker, submitter])
      expect(await market(account).sale({ id: other })).toMatchObject({
        review_notes: 'seen',
        approved_by: checker.user.user_id,
      });
  });

  it('that is not public is not found, for any viewer', async () => {
    const admin = await makeAccount(server, 'admin');
    const ids = [
      await sell({ status: 'pending', by: submitter }),
      await sell({ status: 'rejected' }),
      await sell(),
    ];
    await server.services().saleAdmin.remove('item', { id: ids[2] ?? 0 });
    for (const id of [...ids, 2_147_483_647])
      for (const account of [undefined, submitter, admin])
        await expect(market(account).sale({ id })).rejects.toMatchObject(NOT_FOUND);
  });
});
