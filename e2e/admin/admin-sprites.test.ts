import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { makeSprite } from '../../src/testing/accounts/factories.ts';
import { testAccount } from '../../src/testing/accounts/test-account.ts';
import { testBrowser } from '../kit/browser.ts';
import { answerImages } from '../kit/external-requests.ts';
import { hasFocus } from '../kit/keyboard.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const SPRITES = '/admin-panel?tab=data&section=sprites';

const admin = testAccount(site, 'admin', 'professor_oak');

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const stored = (name: string) =>
  site.sql<{ pokemon_id: number; variant: string; imgur_url: string }>(
    'select pokemon_id, variant, imgur_url from sprite where pokemon_name = ? order by id',
    [name],
  );

async function addNew(page: Page) {
  await press(page, 'Add New Sprite');
  const dialog = page.getByRole('dialog', { name: 'Add New Sprite' });
  await dialog.getByLabel('Variant').waitFor();
  return dialog;
}

it('adds a sprite: the number follows the name, and a page link becomes an image link', async () => {
  const page = await browser.open(SPRITES, { as: admin });
  const dialog = await addNew(page);
  await dialog.getByRole('button', { name: 'Add sprite' }).click();
  for (const error of ['Pokemon name', 'Pokemon number', 'Variant', 'Image link'])
    await dialog.getByText(`${error} is required`).waitFor();
  const name = dialog.getByLabel('Pokemon name');
  await hasFocus(name);
  await name.fill('togekiss');
  await expect.poll(() => dialog.getByLabel('Pokemon number').inputValue()).toBe('468');
  await dialog.getByLabel('Variant').fill('Shiny');
  await dialog.getByLabel('Image link').fill('https://imgur.com/gallery/a1b2c3?x=1');
  await dialog.getByText('https://i.imgur.com/a1b2c3.jpg').waitFor();
  await dialog.getByRole('img', { name: 'togekiss' }).waitFor();
  await dialog.getByRole('button', { name: 'Add sprite' }).dblclick();
  await page.getByText('Added the Shiny sprite of Togekiss.').waitFor();
  await page.getByRole('row').filter({ hasText: 'Togekiss' }).getByText('#468').waitFor();
  expect(await stored('Togekiss')).toEqual([
    { pokemon_id: 468, variant: 'Shiny', imgur_url: 'https://i.imgur.com/a1b2c3.jpg' },
  ]);
});

it('shows field errors of the server at the fields, and other errors in the form', async () => {
  await makeSprite(site, 445, 'Garchomp');
  const page = await browser.open(SPRITES, { as: admin });
  const dialog = await addNew(page);
  await dialog.getByLabel('Pokemon name').fill('Garchomp');
  await expect.poll(() => dialog.getByLabel('Pokemon number').inputValue()).toBe('445');
  await dialog.getByLabel('Pokemon number').fill('1');
  await dialog.getByLabel('Variant').fill('normal');
  await dialog.getByLabel('Image link').fill('https://elsewhere.example/a.png');
  await dialog.getByRole('button', { name: 'Add sprite' }).click();
  await dialog.getByText('Garchomp is number 445, not 1').waitFor();
  await dialog.getByText(/^Images must be hosted at/).waitFor();
  await dialog.getByLabel('Pokemon number').fill('445');
  await dialog.getByLabel('Image link').fill('https://i.imgur.com/new.png');
  await dialog.getByRole('button', { name: 'Add sprite' }).click();
  await dialog.getByText('This pokemon already has a sprite of this variant.').waitFor();
  await page.route(/admin\.createSprite/, (route) => route.abort());
  await dialog.getByLabel('Variant').fill('Female');
  await dialog.getByRole('button', { name: 'Add sprite' }).click();
  await dialog.getByRole('alert').filter({ hasText: MESSAGES.spriteCreateFailed }).waitFor();
  expect(await stored('Garchomp')).toHaveLength(1);
  expect(browser.takeErrors()).not.toEqual([]);
});

it('shows a placeholder when the image does not load', async () => {
  const page = await browser.open(SPRITES, { as: admin });
  answerImages(page, () => 'no response');
  const dialog = await addNew(page);
  await dialog.getByLabel('Pokemon name').fill('Pikachu');
  await dialog.getByLabel('Image link').fill('https://i.imgur.com/gone.png');
  const preview = dialog.getByRole('figure');
  await preview.locator('svg').getByText('P').waitFor();
  await expect.poll(() => preview.locator('img').count()).toBe(0);
  browser.takeErrors();
});

it('edits a sprite, and deletes it after a confirmation', async () => {
  await makeSprite(site, 25, 'Pikachu', 'Cap');
  const page = await browser.open(`${SPRITES}&search=cap`, { as: admin });
  await press(page, 'Edit the Cap sprite of Pikachu');
  const dialog = page.getByRole('dialog', { name: 'Edit the Cap sprite of Pikachu' });
  await dialog.getByLabel('Variant').fill('Cap Kanto');
  await page.keyboard.press('Escape');
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  // Another admin changes another field in the meantime.
  await site.sql(`update sprite set imgur_url = 'https://i.imgur.com/cap.jpg' where variant = 'Cap'`);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Saved the Cap Kanto sprite of Pikachu.').waitFor();
  expect(await stored('Pikachu')).toEqual([
    { pokemon_id: 25, variant: 'Cap Kanto', imgur_url: 'https://i.imgur.com/cap.jpg' },
  ]);

  await press(page, 'Delete the Cap Kanto sprite of Pikachu');
  const question = page.getByRole('dialog', { name: 'Delete the Cap Kanto sprite of Pikachu?' });
  await page.route(/admin\.deleteSprite/, (route) => route.abort());
  await question.getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('alert').filter({ hasText: MESSAGES.spriteDeleteFailed }).waitFor();
  expect(await stored('Pikachu')).toHaveLength(1);
  await page.unroute(/admin\.deleteSprite/);
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No sprites match' }).waitFor();
  expect(await stored('Pikachu')).toEqual([]);
  expect(browser.takeErrors()).not.toEqual([]);
});
