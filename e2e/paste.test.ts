import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { daysBefore, todayUtc } from '../src/contract/shared/dates.ts';
import { makeAccount } from '../src/testing/accounts/factories.ts';
import { addressOf, arrivesAt } from './kit/address.ts';
import { testBrowser, type Visit } from './kit/browser.ts';
import { counts, searchBox, stock } from './kit/market-page.ts';
import { testSite } from './kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const YESTERDAY = daysBefore(todayUtc(), 1);

const GARCHOMP = `Chompy (Garchomp) (F) @ Leftovers
Ability: Rough Skin
Level: 50
EVs: 252 Atk / 252 Spe
Adamant Nature
IVs: 0 SpA
mint condition
- Earthquake`;
const SPREAD = '31-31-31-0-31-31';
const ROTOM = 'Rotom-Wash\nAbility: Levitate\nBold Nature\nIVs: 0 Atk';

beforeAll(async () => {
  const garchomp = { kind: 'pokemon', name: 'Garchomp' } as const;
  const traits = { nature: 'Adamant', ability: 'Rough Skin', iv_sp_attack: 0, level: 50 };
  await stock(site, [
    { ...garchomp, price: 69_000, traits },
    ...[50, 60, 70, 80, 90].map((price) => ({ ...garchomp, price: price * 1000 })),
  ]);
});

async function open(address: string, visit: Visit = {}): Promise<Page> {
  const page = await browser.open(address, visit);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  return page;
}

const copy = (page: Page, text: string) =>
  page.evaluate((copied) => navigator.clipboard.writeText(copied), text);

async function paste(page: Page, text: string): Promise<void> {
  await copy(page, text);
  await page.keyboard.press('ControlOrMeta+v');
}

const report = (page: Page) => page.getByRole('region', { name: 'Pasted text' });

/** What a user does, counted: a value typed or chosen, a key, a click. */
function inputs(page: Page) {
  let done = 0;
  const count = async (input: Promise<unknown>) => {
    done += 1;
    await input;
  };
  return {
    fill: (label: string, value: string) => count(page.getByLabel(label).fill(value)),
    type: (text: string) => count(page.keyboard.type(text)),
    press: (key: string) => count(page.keyboard.press(key)),
    goTo: (screen: string) =>
      count(page.getByRole('navigation').getByRole('link', { name: screen }).first().click()),
    submit: () => count(page.getByRole('button', { name: 'Submit Data' }).click()),
    count: () => done,
  };
}

const isSubmitted = (page: Page) => page.getByRole('heading', { name: /is submitted$/ }).waitFor();

describe('Submit Data', () => {
  it('takes at most 5 inputs for a pasted set', async () => {
    const account = await makeAccount(site);
    const page = await open('/', { as: account });
    await copy(page, GARCHOMP.replace('mint condition\n', ''));
    const user = inputs(page);
    await user.goTo('Submit Data');
    await page.getByLabel('Item name').waitFor();
    await user.press('ControlOrMeta+v');
    await page.locator('input:focus').and(page.getByLabel('Price')).waitFor();
    await user.type('1.5m');
    await user.fill('Date sold', YESTERDAY);
    await user.submit();
    await isSubmitted(page);
    expect(user.count()).toBeLessThanOrEqual(5);
    const sales = await site.sql(
      `select nature, hp_iv, spatk_iv, level, is_shiny, price, status from sale where submitted_by = ?`,
      [account.user.user_id],
    );
    expect(sales).toEqual([
      {
        nature: 'Adamant',
        hp_iv: 31,
        spatk_iv: 0,
        level: 50,
        is_shiny: false,
        price: 1_500_000,
        status: 'pending',
      },
    ]);
  });

  it('takes at most 6 inputs for an item', async () => {
    const page = await open('/', { as: await makeAccount(site) });
    const user = inputs(page);
    await user.goTo('Submit Data');
    await user.fill('Item name', 'Master Ball');
    await user.fill('Price', '1.5m');
    await user.fill('Date sold', YESTERDAY);
    await user.fill('Proof URL', 'https://forum.example/threads/1');
    await user.submit();
    await isSubmitted(page);
    expect(user.count()).toBeLessThanOrEqual(6);
  });

  it('shows what was not read, overwrites only what is named, and can undo it', async () => {
    const page = await open('/submit-data', { as: await makeAccount(site) });
    await page.getByLabel('Item name').fill('Master Ball');
    // A link and a price go into their own fields, wherever they are pasted.
    await paste(page, 'https://forum.example/threads/7');
    await expect
      .poll(() => page.getByLabel('Proof URL').inputValue())
      .toBe('https://forum.example/threads/7');
    await page.getByLabel('Item name').focus();
    await paste(page, '500k');
    await expect.poll(() => page.getByLabel('Price').inputValue()).toBe('500,000');
    expect(await page.getByLabel('Item name').inputValue()).toBe('Master Ball');

    await paste(page, GARCHOMP);
    await report(page).getByText('Filled 7 fields from the pasted set.').waitFor();
    await report(page).getByText('Not used: nickname, gender, EVs and moves.').waitFor();
    expect(await report(page).getByRole('listitem').allTextContents()).toEqual([
      'mint condition Not a line of a set',
    ]);
    const value = (label: string | RegExp) => expect.poll(() => page.getByLabel(label).inputValue());
    await value('Pokemon name').toBe('Garchomp');
    await value('Ability').toBe('Rough Skin');
    await value(/^Form/).toBe('Normal');
    await value('Nature').toBe('Adamant');
    await value('SpA IV').toBe('0');
    await value('Level').toBe('50');
    await value('Held item').toBe('Leftovers');
    // They are those of the item.
    await value('Price').toBe('');
    await value('Proof URL').toBe('');

    await report(page).getByRole('button', { name: 'Undo' }).click();
    await value('Item name').toBe('Master Ball');
    await value('Price').toBe('500,000');
    await value('Proof URL').toBe('https://forum.example/threads/7');
    expect(await report(page).count()).toBe(0);
  });

  it('reads the clipboard with a button, or a text area, on a phone', async () => {
    const page = await open('/submit-data?kind=pokemon', { as: await makeAccount(site), width: 390 });
    const button = page.getByRole('button', { name: 'Paste a set' });
    await button.waitFor();
    await copy(page, ROTOM);
    await button.click();
    await report(page).getByText('Filled 5 fields from the pasted set.').waitFor();
    await expect.poll(() => page.getByLabel(/^Form/).inputValue()).toBe('Wash');

    await page.context().clearPermissions();
    await copy(page, '').catch(() => undefined);
    await button.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Set').fill('Garchom');
    await dialog.getByRole('button', { name: 'Read the set' }).click();
    await report(page).getByText('No set was found in the pasted text.').waitFor();
    await report(page).getByText('There is no pokemon “Garchom”. Did you mean Garchomp?').waitFor();
  });
});

describe('the search box', () => {
  it('turns a pasted set into chips, which Enter applies; the parser is loaded only then', async () => {
    const loaded: string[] = [];
    const page = await open('/', {
      prepare: async (opened) => void opened.on('request', (one) => loaded.push(one.url())),
    });
    await searchBox(page).fill('garchomp');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    expect(loaded.filter((url) => /paste/.test(url))).toEqual([]);
    await searchBox(page).focus();
    await paste(page, GARCHOMP);
    await page.getByRole('button', { name: 'Remove from the search: IVs 31/31/31/0/31/31' }).waitFor();
    expect(await searchBox(page).inputValue()).toBe('31/31/31/0/31/31 Garchomp Adamant Rough Skin lv 50');
    await report(page).getByText('mint condition').waitFor();
    expect(loaded.some((url) => /paste-reader/.test(url))).toBe(true);
    await page.getByRole('button', { name: 'Remove from the search: Level 50' }).click();
    await page.keyboard.press('Enter');
    await counts(page, '1 sale');
    expect(addressOf(page)).toContain(
      '?tab=pokemon&name=Garchomp&exact=true&nature=Adamant&ability=Rough+Skin',
    );
    expect(addressOf(page)).not.toContain('level');
  });

  it('turns several sets into price checks, which the address keeps', async () => {
    const page = await open('/');
    await searchBox(page).focus();
    await paste(page, `=== [gen5] team ===\n\n${GARCHOMP}\n\n${ROTOM}\n\nGarchom\nJolly Nature`);
    const rows = page.getByRole('table', { name: 'Price checks' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(3);
    await expect.poll(() => rows.nth(1).textContent()).toMatch(/1 exact.*69,000/);
    await report(page).getByText('Read 2 sets from the pasted text.').waitFor();
    await report(page).getByText('There is no pokemon “Garchom”. Did you mean Garchomp?').waitFor();
    await page.reload();
    await expect.poll(() => rows.count()).toBe(3);
    expect(await rows.nth(2).textContent()).toContain('Rotom Wash');
    expect(await page.getByLabel('Check other sets').inputValue()).toMatch(/Garchom\nJolly Nature$/);
    await page.getByRole('link', { name: 'Details of Garchomp' }).click();
    await arrivesAt(page, `/pokemon/garchomp?check=nature.Adamant_ability.Rough+Skin_ivs.${SPREAD}`);
  });
});

it('searches the market for words that are no set', async () => {
  const page = await open('/price-check');
  await page.getByLabel('Sets').fill('cheapest garchomp');
  await page.getByRole('button', { name: 'Check prices' }).click();
  await page.getByRole('button', { name: 'Search Market History for it' }).click();
  await page.getByRole('option', { name: /Garchomp/ }).waitFor();
  expect(await searchBox(page).inputValue()).toBe('cheapest garchomp');
  await searchBox(page).press('Enter');
  await arrivesAt(page, '/?tab=pokemon&name=Garchomp&exact=true&sort=price&order=asc');
});

it('fills the price check of the pokemon that a pasted set names', async () => {
  const page = await open('/pokemon/gible?check=any');
  await page.getByRole('button', { name: 'Paste a set' }).waitFor();
  await paste(page, GARCHOMP);
  await arrivesAt(page, `/pokemon/garchomp?check=nature.Adamant_ability.Rough+Skin_ivs.${SPREAD}`);
  await page.getByRole('heading', { name: 'Garchomp' }).waitFor();
  await report(page).getByText('mint condition').waitFor();
  await report(page).getByText('Not compared: level, held item, nickname, gender, EVs and moves.').waitFor();
  await paste(page, '75k');
  await arrivesAt(
    page,
    `/pokemon/garchomp?check=nature.Adamant_ability.Rough+Skin_ivs.${SPREAD}_price.75000`,
  );
  await page.goBack();
  await report(page).getByRole('button', { name: 'Undo' }).click();
  await arrivesAt(page, '/pokemon/gible?check=any');
});
