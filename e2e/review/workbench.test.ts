import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { REJECTION_REASONS } from '../../src/contract/review/review-values.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { makeAccount, makeSale, type TestAccount } from '../../src/testing/accounts/factories.ts';
import { arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { areInRow } from '../kit/positions.ts';
import {
  atWork,
  CARDS,
  checkFlags,
  clearQueue,
  paneOf,
  REVIEW,
  rowOf,
  statusOf,
  stepsOf,
  WORKBENCH,
  withoutSocket,
} from '../kit/review-page.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

beforeEach(() => clearQueue(site));

let submitter: TestAccount | undefined;
async function queueOf(many: number): Promise<number[]> {
  submitter ??= await makeAccount(site, 'user', 'ash_k');
  const ids: number[] = [];
  for (let i = 1; i <= many; i++)
    ids.push(await makeSale(site, { by: submitter, name: 'Leftovers', price: i * 1000 }));
  return ids;
}
const idAt = (ids: number[], at: number) => ids[at] ?? 0;

const pending = (page: Page, count: number) =>
  page.getByRole('tab', { name: `Pending ${count}`, exact: true }).waitFor();
const says = (page: Page, text: string) =>
  page.locator('[data-announced], [role=status]').filter({ hasText: text }).first().waitFor();
/** Whether something else is shown in the middle of an element. */
const isCovered = (of: Locator) =>
  of.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return !element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
const current = (page: Page, id: number) => rowOf(page, id).locator('[aria-current="true"]').waitFor();

describe('two reviewers at once', () => {
  it('see decisions of the other in place and by name, and keep typed notes', async () => {
    const [brock, misty] = [
      await makeAccount(site, 'checker', 'brock'),
      await makeAccount(site, 'checker', 'misty_w'),
    ];
    const [first, second] = (await queueOf(3)) as [number, number, number];
    const hers = await browser.open(`${WORKBENCH}&sale=${first}`, { as: misty });
    const his = await browser.open(WORKBENCH, { as: brock });
    await atWork(hers);
    await atWork(his);
    await hers.getByLabel('Review notes').fill('I was about to say');

    await his.keyboard.press('a');
    await rowOf(his, first).getByText('Approved by you').waitFor();
    await current(his, second);
    await says(his, `Approved Leftovers, sale #${first}. Next: Leftovers, sale #${second}.`);

    await rowOf(hers, first).getByText('Approved by brock').waitFor();
    const pane = paneOf(hers, first);
    await pane.getByText('Approved by brock at').waitFor();
    expect(await pane.getByLabel('Your unsent notes').inputValue()).toBe('I was about to say');
    expect(await pane.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await pending(hers, 2);
    await hers.getByRole('banner').getByRole('link', { name: 'Review (2 pending)' }).waitFor();

    await his.keyboard.press('u');
    await pane.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    expect(await hers.getByLabel('Review notes').inputValue()).toBe('I was about to say');
    await pending(hers, 3);
  });

  it('get a count of submissions that arrive, and append them on request', async () => {
    const [first] = await queueOf(2);
    const page = await browser.open(WORKBENCH, { as: await makeAccount(site, 'checker') });
    await atWork(page);
    const places = () =>
      page
        .locator('[data-sale]')
        .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-sale'))));
    const before = await places();
    const [third, fourth] = await queueOf(2);
    const news = page.getByRole('button', { name: '2 more submissions' });
    await news.waitFor();
    expect(await places()).toEqual(before);
    await news.click();
    await expect.poll(places).toEqual([...before, third, fourth]);
    await current(page, first ?? 0);
  });

  it('see changes by others, and keep typed notes', async () => {
    const [id] = (await queueOf(1)) as [number];
    const other = await makeAccount(site, 'checker');
    const page = await browser.open(WORKBENCH, { as: await makeAccount(site, 'checker') });
    await atWork(page);
    await page.getByLabel('Review notes').fill('Hm');
    await site.services(other.actor).sales.edit('item', id, { price: 77_000 });
    await rowOf(page, id).getByText('77,000').waitFor();
    await paneOf(page, id).getByText(`Edited by ${other.user.username}`).waitFor();
    expect(await page.getByLabel('Review notes').inputValue()).toBe('Hm');
  });

  it('see why an edit was refused, and cannot save it again', async () => {
    const [id] = (await queueOf(1)) as [number];
    const page = await browser.open(WORKBENCH, {
      as: await makeAccount(site, 'checker'),
      prepare: withoutSocket,
    });
    await atWork(page);
    await page.keyboard.press('e');
    const pane = paneOf(page, id);
    await pane.getByLabel(/^Price/).fill('5');
    await site.services().sales.decide('item', { id, status: 'rejected' });
    // The form ends below the bar with the buttons.
    await pane.locator('form').evaluate((form) => form.style.setProperty('padding-top', '100vh'));
    const save = pane.getByRole('button', { name: 'Save changes' });
    await save.click();
    const alert = pane.getByRole('alert').filter({ hasText: MESSAGES.alreadyReviewed });
    await alert.waitFor();
    expect(await isCovered(alert)).toBe(false);
    await expect.poll(() => save.isDisabled()).toBe(true);
    expect(browser.takeErrors()).toEqual([expect.stringContaining('409')]);
  });
});

describe('the keyboard', () => {
  it('decides the sales of two pages', async () => {
    const ids = await queueOf(11);
    const page = await browser.open(`${WORKBENCH}&limit=10`, { as: await makeAccount(site, 'checker') });
    await atWork(page);
    for (const [at, id] of ids.entries()) {
      await current(page, id);
      await paneOf(page, id).getByRole('button', { name: 'Approve', exact: true }).waitFor();
      if (at % 5 === 3) {
        await page.keyboard.press('r');
        await page.getByRole('button', { name: REJECTION_REASONS[1] }).waitFor();
        await page.keyboard.press('2');
        await page.keyboard.press('Enter');
      } else await page.keyboard.press('a');
      await rowOf(page, id)
        .getByText(at % 5 === 3 ? 'Rejected by you' : 'Approved by you')
        .waitFor();
      if (at === 9) {
        await page.getByText('Everything on this page is decided.', { exact: true }).waitFor();
        await page.keyboard.press('j');
      }
    }
    for (const [at, id] of ids.entries())
      expect(await statusOf(site, id)).toEqual(
        at % 5 === 3
          ? { status: 'rejected', review_notes: REJECTION_REASONS[1] }
          : { status: 'approved', review_notes: null },
      );
    await page.getByRole('button', { name: 'Load the next page' }).click();
    await page.getByRole('heading', { name: 'Nothing to review' }).waitFor();
  });

  it('moves between sales, keeps the open one in the address, and announces the end of the page', async () => {
    const ids = await queueOf(3);
    const page = await browser.open(WORKBENCH, { as: await makeAccount(site, 'checker') });
    await atWork(page);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await arrivesAt(page, `${WORKBENCH}&sale=${ids[2]}`);
    await page.keyboard.press('j');
    await says(page, 'This is the last sale of the page.');
    await page.keyboard.press('k');
    await current(page, idAt(ids, 1));
    await page.reload();
    await current(page, idAt(ids, 1));
    await page.goBack();
    await current(page, idAt(ids, 0));
  });

  it('ignores keys with modifiers, while typing, under a dialog, and when turned off', async () => {
    const [id] = (await queueOf(2)) as [number, number];
    const page = await browser.open(WORKBENCH, { as: await makeAccount(site, 'checker') });
    await atWork(page);
    for (const key of ['Control+a', 'Alt+a', 'Meta+a', 'Shift+A']) await page.keyboard.press(key);
    await page.getByLabel('Review notes').fill('');
    await page.keyboard.type('area');
    expect(await page.getByLabel('Review notes').inputValue()).toBe('area');
    await page.getByRole('heading', { name: 'Leftovers' }).click();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('r');
    await page.keyboard.press('a');
    await page.keyboard.press('Escape');
    await paneOf(page, id).getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Keyboard shortcuts', exact: true }).click();
    await help.getByLabel('Use keyboard shortcuts').uncheck({ force: true });
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'Keyboard shortcuts', exact: true }).click();
    await help.getByLabel('Use keyboard shortcuts').check({ force: true });
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    expect(await stepsOf(site, id)).toEqual(['submitted']);
    await page.keyboard.press('/');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-filter')))
      .toBe('name');
    await arrivesAt(page, `${REVIEW}?tab=all&view=workbench`);
  });

  it.each([1440, 360])(
    'the alert about an undo that failed covers no decision, %i px wide',
    async (width) => {
      const [first, next] = (await queueOf(3)) as [number, number, number];
      const page = await browser.open(`${WORKBENCH}&sale=${first}`, {
        as: await makeAccount(site, 'checker'),
        width,
      });
      browser.allowErrors(502);
      await page.route(/reviews\.undo/, (route) => route.fulfill({ status: 502 }));
      const approve = page.getByRole('button', { name: 'Approve', exact: true });
      await approve.click();
      await page.getByRole('button', { name: /^Undo/ }).last().click();
      const alert = page.getByText('Failed to undo the decision');
      await alert.waitFor();
      // A click would scroll the page until nothing covers the button.
      const [message, button] = [await alert.boundingBox(), await approve.boundingBox()];
      if (!message || !button) throw new Error('The alert or the button is not in sight');
      const isBeside = message.x + message.width < button.x;
      expect(isBeside || message.y + message.height < button.y).toBe(true);
      await approve.click();
      await expect.poll(() => statusOf(site, next)).toMatchObject({ status: 'approved' });
    },
  );

  it('edits in place, and lists each change before and after', async () => {
    const id = await makeSale(site, { kind: 'pokemon' });
    const page = await browser.open(WORKBENCH, { as: await makeAccount(site, 'checker') });
    await atWork(page);
    await page.keyboard.press('e');
    const pane = paneOf(page, id);
    await pane.getByLabel('Price').fill('1750000');
    await pane.getByLabel('SpA IV').fill('31');
    const changes = pane.getByRole('region', { name: 'Changes' });
    for (const text of ['1,500,000 PD', '1,750,000 PD', '31/31/31/4/31/31', '31/31/31/31/31/31'])
      await changes.getByText(text).waitFor();
    await pane.getByRole('button', { name: 'Save changes' }).click();
    await pane.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await rowOf(page, id).getByText('1,750,000').waitFor();
    await page.keyboard.press('a');
    await rowOf(page, id).getByText('Approved by you').waitFor();
    expect(await stepsOf(site, id)).toEqual(['submitted', 'edited', 'approved']);
  });

  it('keeps unsaved corrections, unless the reviewer leaves them', async () => {
    const [id, next] = (await queueOf(2)) as [number, number];
    const page = await browser.open(WORKBENCH, { as: await makeAccount(site, 'checker') });
    await atWork(page);
    await page.keyboard.press('e');
    const price = paneOf(page, id).getByLabel('Price');
    await price.fill('4321');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    const leaving = [
      () => rowOf(page, next).locator('[data-open]').click(),
      () => page.getByRole('tab', { name: /^All/ }).click(),
      () => page.getByText('Cards', { exact: true }).click(),
      () => page.keyboard.press('j'),
    ];
    for (const leave of leaving) {
      await leave();
      await question.getByText(`The changes to sale #${id} are not saved.`).waitFor();
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'detached' });
      expect(await price.inputValue()).toBe('4,321');
    }
    await page.keyboard.press('j');
    await question.getByRole('button', { name: 'Leave', exact: true }).click();
    await current(page, next);
    await page.keyboard.press('k');
    await paneOf(page, id).getByRole('button', { name: 'Approve', exact: true }).waitFor();
    expect(await stepsOf(site, id)).toEqual(['submitted']);
  });
});

describe('several at once', () => {
  it('are rejected with a reason after a confirmation, and can all be undone', async () => {
    const ids = await queueOf(4);
    const page = await browser.open(WORKBENCH, { as: await makeAccount(site, 'checker') });
    await atWork(page);
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press('x');
      await page.keyboard.press('j');
    }
    await page.getByRole('button', { name: 'Reject 3' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reject 3 sales?' });
    await dialog.waitFor();
    const named = await dialog.getByRole('list', { name: 'Sales' }).getByRole('listitem').allTextContents();
    expect(named.map((text) => /^#(\d+) Leftovers/.exec(text)?.[1])).toEqual(ids.slice(0, 3).map(String));
    await page.keyboard.press('5');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    for (const id of ids.slice(0, 3)) {
      await rowOf(page, id).getByText('Rejected by you').waitFor();
      expect(await statusOf(site, id)).toEqual({ status: 'rejected', review_notes: REJECTION_REASONS[4] });
    }
    await page.getByRole('button', { name: 'Undo Rejected 3 sales' }).click();
    await page.getByText('4 left on this page').waitFor();
    for (const id of ids) expect(await statusOf(site, id)).toMatchObject({ status: 'pending' });
  });

  it('report for each refused sale who decided it first', async () => {
    const ids = await queueOf(3);
    const faster = await makeAccount(site, 'checker');
    const page = await browser.open(CARDS, {
      as: await makeAccount(site, 'checker'),
      prepare: withoutSocket,
    });
    await page.getByRole('article').first().waitFor();
    await page.getByLabel('Select all').check({ force: true });
    await site.services(faster.actor).sales.decide('item', { id: idAt(ids, 1), status: 'rejected' });
    await page.getByRole('button', { name: 'Approve 3' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve 3 sales' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve 3 sales' });
    await dialog.getByText('2 sales approved.').waitFor();
    const late = dialog.getByRole('listitem').filter({ hasText: MESSAGES.alreadyReviewed });
    expect(await late.textContent()).toContain(`Decided by ${faster.user.username}`);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await rowOf(page, idAt(ids, 1)).getByText(`Rejected by ${faster.user.username}`).waitFor();
    expect(await statusOf(site, idAt(ids, 2))).toMatchObject({ status: 'approved' });
  });
});

it('shows the flags of a sale, and compares it with the evidence', async () => {
  const by = await makeAccount(site);
  const known = await makeSale(site, { by, name: 'Old Amber', price: 4000, status: 'approved' });
  const id = await makeSale(site, { by, name: 'Old Amber', price: 4000 });
  const page = await browser.open(WORKBENCH, { as: await makeAccount(site, 'checker') });
  await atWork(page);
  await paneOf(page, id).getByText('Checks are running…').waitFor();
  await checkFlags(site);
  const flag = paneOf(page, id).getByRole('listitem').filter({ hasText: 'Same name, price and day as sale' });
  await flag.getByRole('link', { name: `#${known}` }).click();
  const dialog = page.getByRole('dialog', { name: `Sale #${known} compared with Old Amber, sale #${id}` });
  await dialog.getByRole('row', { name: /^Price 4,000\s?PD 4,000\s?PD$/ }).waitFor();
  await page.keyboard.press('a');
  expect(await stepsOf(site, id)).toEqual(['submitted']);
});

it('lets an admin edit, delete, restore and return a decided sale', async () => {
  const id = await makeSale(site, { name: 'Rare Candy', status: 'approved' });
  const admin = await makeAccount(site, 'admin');
  const page = await browser.open(`${REVIEW}?tab=all&view=workbench&sale=${id}`, { as: admin });
  await atWork(page);
  const pane = paneOf(page, id);
  const confirm = (name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const press = (name: string) => pane.getByRole('button', { name, exact: true }).click();

  await press('Edit');
  await pane.getByLabel('Status').selectOption('Rejected');
  await pane.getByLabel('Date sold').fill('2026-01-05');
  await press('Save changes');
  await pane.getByText('Rejected by you').waitFor();
  expect(await statusOf(site, id)).toMatchObject({ status: 'rejected' });

  await press('Delete');
  await page.getByRole('dialog', { name: `Delete Rare Candy, sale #${id}?` }).waitFor();
  await confirm('Delete');
  await press('Restore');
  await confirm('Restore');
  await press('Return to review');
  await page.getByRole('dialog').getByLabel('Reason').fill('Another look');
  await confirm('Return to review');
  await pane.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await pane.getByText('“Another look”').waitFor();
  expect((await stepsOf(site, id)).slice(-3)).toEqual(['deleted', 'restored', 'returned']);
  expect(await statusOf(site, id)).toMatchObject({ status: 'pending' });
});

/** The height of a title that wraps. */
const TWO_LINES = 50;

it('shows the open sale over the queue on a phone', async () => {
  const ids = await queueOf(3);
  const page = await browser.open(WORKBENCH, { as: await makeAccount(site, 'checker'), width: 360 });
  await rowOf(page, idAt(ids, 0)).locator('[data-open]').tap();
  const sheet = page.getByRole('dialog');
  const button = (name: RegExp | string) => sheet.getByRole('button', { name });
  await sheet.getByRole('heading', { name: `Sale #${ids[0]}`, exact: true }).waitFor();
  await sheet.getByRole('button', { name: 'Next sale' }).tap();
  await sheet.getByRole('heading', { name: `Sale #${ids[1]}`, exact: true }).waitFor();
  await sheet.getByRole('button', { name: 'Approve', exact: true }).tap();
  const title = sheet.getByRole('heading', { name: `Sale #${ids[2]}`, exact: true });
  await areInRow([title, sheet.getByText('3 / 3'), ...['Previous sale', 'Next sale', 'Close'].map(button)]);
  await areInRow([
    sheet.getByText(`Approved Leftovers, sale #${ids[1]}`, { exact: true }).first(),
    button(/^Undo/),
  ]);
  expect((await title.boundingBox())?.height).toBeLessThan(TWO_LINES);
  await button(/^Undo/).tap();
  await sheet.getByRole('heading', { name: `Sale #${ids[1]}`, exact: true }).waitFor();
  expect(await statusOf(site, idAt(ids, 1))).toMatchObject({ status: 'pending' });
  await page.goBack();
  await sheet.waitFor({ state: 'hidden' });
  await arrivesAt(page, WORKBENCH);
});

describe('on a laptop', () => {
  it('shows proof, facts, comparable sales and decision together, also while a reason is chosen', async () => {
    const by = await makeAccount(site, 'user', 'volkner');
    const traits = { nature: 'Jolly' };
    for (let i = 1; i <= 5; i++)
      await makeSale(site, { by, kind: 'pokemon', status: 'approved', price: 1_000_000 + i, traits });
    const proof_url = 'https://forum.example/threads/1';
    const id = await makeSale(site, { by, kind: 'pokemon', price: 100_000, proof_url });
    await makeSale(site, { by, kind: 'pokemon', price: 100_000, proof_url });
    await checkFlags(site);
    const page = await browser.open(`${WORKBENCH}&sale=${id}`, {
      as: await makeAccount(site, 'checker', 'flint'),
    });
    await page.setViewportSize({ width: 1366, height: 768 });
    await atWork(page);
    const pane = paneOf(page, id);
    const decision = pane.getByRole('textbox', { name: 'Review notes' });
    const bottomOf = async (element: Locator) => {
      const box = await element.boundingBox();
      return box ? box.y + box.height : Number.NaN;
    };
    const proof = pane.getByText(proof_url);
    const firstSale = pane.getByRole('table').getByRole('row').nth(1);
    const top = async () => (await decision.boundingBox())?.y ?? 0;
    for (const element of [proof, firstSale]) expect(await bottomOf(element)).toBeLessThan(await top());
    expect(await bottomOf(pane.getByRole('table').getByRole('row').nth(4))).toBeLessThan(await top());

    // The bars of a browser take some of the height.
    await page.setViewportSize({ width: 1366, height: 650 });
    for (const fact of ['IVs', 'Date sold', 'Nature', 'Ability'])
      expect(await bottomOf(pane.getByRole('term').filter({ hasText: fact }).locator('+ dd'))).toBeLessThan(
        await top(),
      );
    await page.setViewportSize({ width: 1366, height: 768 });

    await page.keyboard.press('r');
    const reasons = pane.getByRole('group', { name: 'Reasons for rejecting' });
    await reasons.waitFor();
    const reasonsTop = (await reasons.boundingBox())?.y ?? 0;
    expect(await bottomOf(firstSale)).toBeLessThan(reasonsTop);
  });

  it('names the submitter in a row of the queue with several flags', async () => {
    const by = await makeAccount(site, 'user', 'a_submitter_with_a_name');
    const name = 'Rare Candy';
    for (let i = 1; i <= 5; i++) await makeSale(site, { by, name, status: 'approved', price: 1_000_000 + i });
    const priced = { by, name, price: 100_000_000 };
    await makeSale(site, priced);
    const id = await makeSale(site, priced);
    await checkFlags(site);
    const page = await browser.open(`${WORKBENCH}&sale=${id}`, {
      as: await makeAccount(site, 'checker', 'lucian'),
    });
    await rowOf(page, id).getByText('Duplicate').waitFor();
    const submitter = rowOf(page, id).getByText(by.user.username);
    expect(await submitter.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });
});
