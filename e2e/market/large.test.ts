import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { writeSalesFile } from '../../bench/kit/sales-file.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { PROGRAMS } from '../../src/testing/processes/programs.ts';
import { testFolder } from '../../src/testing/run/folder.ts';
import { testBrowser } from '../kit/browser.ts';
import { counts, dotsOf, pricesOf, rowsOf, searchBox } from '../kit/market-page.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const LINES = 50_000;
const folder = testFolder();

async function runCli(...args: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: site.database.url, DATA_DIR: folder };
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAMS.cli, ...args], { env });
  return stdout;
}

beforeAll(async () => {
  const file = path.join(folder, 'sales.csv');
  await writeSalesFile(file, LINES);
  const report = JSON.parse(await runCli('sales', 'import', file, '--json'));
  expect(report).toMatchObject({ lines: LINES, added: LINES, refused: [] });
});

const format = (n: number) => n.toLocaleString('en-US');

async function figuresOf(where: string) {
  const [row] = await site.sql(
    `select count(*) sales, count(distinct date_sold) days, min(price) low, max(price) high
     from sale where status = 'approved' and ${where}`,
  );
  const figure = (name: string) => Number(row?.[name]);
  return { sales: figure('sales'), days: figure('days'), low: figure('low'), high: figure('high') };
}

it('lists and pages 50,000 imported sales', async () => {
  const all = await figuresOf(`kind = 'pokemon'`);
  const page = await browser.open('/?tab=pokemon&sort=price&order=desc&limit=100');
  await counts(page, `${format(all.sales)} sales`);
  await expect.poll(async () => (await pricesOf(page))[0]).toBe(all.high);
  await expect.poll(() => rowsOf(page).count()).toBe(100);
  await page.getByRole('button', { name: `Page ${Math.ceil(all.sales / 100)}`, exact: true }).click();
  await expect.poll(async () => (await pricesOf(page)).at(-1)).toBe(all.low);
});

it('filters them and draws the most sold one', async () => {
  const [most] = await site.sql<{ name: string }>(
    `select name from sale where kind = 'pokemon' and status = 'approved' group by name order by count(*) desc limit 1`,
  );
  const name = most?.name ?? '';
  const named = `kind = 'pokemon' and name = '${name.replaceAll("'", "''")}'`;
  const { sales } = await figuresOf(named);
  const page = await browser.open('/?tab=pokemon');
  await searchBox(page).fill(name.slice(0, 4));
  await page.getByRole('option', { name: new RegExp(`^${name}\\s*${format(sales)} sales$`) }).click();
  await counts(page, `${format(sales)} sales`);

  const history = page.getByRole('region', { name: 'Price history' });
  await history.getByText('All', { exact: true }).click();
  const ever = await figuresOf(named);
  await history
    .getByText(
      new RegExp(`^${format(ever.sales)} sales since .*, ${format(ever.low)} to ${format(ever.high)} PD$`),
    )
    .waitFor();
  // There are more than are drawn as single dots, so a mark is of a day, or of more days if those would overlap.
  expect(ever.sales).toBeGreaterThan(LIMITS.priceHistory.points);
  const marks = await dotsOf(history);
  const width = (await history.locator('svg:has([data-marks])').boundingBox())?.width ?? 0;
  expect(marks).toBeGreaterThan(30);
  expect(marks).toBeLessThanOrEqual(Math.min(ever.days, width / 2.5));

  await page.getByLabel('Perfect IVs').selectOption('5 or more are 31');
  const perfect = await figuresOf(`${named} and perfect_ivs >= 5`);
  expect(perfect.sales).toBeGreaterThan(0);
  await counts(page, `${format(perfect.sales)} sales?`);
});

async function mostSold() {
  const [most] = await site.sql<{ name: string; last: string; first: string }>(
    `select name, max(date_sold)::text as last, (max(date_sold) - 29)::text as first from sale
     where kind = 'pokemon' and status = 'approved' group by name order by count(*) desc limit 1`,
  );
  const { name = '', first = '', last = '' } = most ?? {};
  const address = `/?${new URLSearchParams({ tab: 'pokemon', name, exact: 'true', days: '3650' })}`;
  return { name, first, last, address };
}

it('draws single sales again after zooming in', async () => {
  const { name, first, last, address } = await mostSold();
  const page = await browser.open(address);
  const history = page.getByRole('region', { name: 'Price history' });
  await history.getByText(/^One mark per (day|week|30 days)/).waitFor();
  expect(await history.getByLabel('Colour by').isDisabled()).toBe(true);

  await page.goto(`${page.url()}&zoom=${first}..${last}&colour=nature`);
  const { sales } = await figuresOf(
    `kind = 'pokemon' and name = '${name.replaceAll("'", "''")}' and date_sold between '${first}' and '${last}'`,
  );
  await expect.poll(() => dotsOf(history)).toBe(sales);
  await history.getByRole('list', { name: 'Legend' }).waitFor();
  expect(await history.getByLabel('Colour by').isDisabled()).toBe(false);
});

it('zooms to the days of a mark by Enter, where their first sale is selected', async () => {
  const page = await browser.open((await mostSold()).address);
  const plot = page.getByRole('slider', { name: /Enter to zoom to the days of one/ });
  await plot.press('End');
  const details = () => plot.getAttribute('aria-valuetext');
  await expect.poll(details).toMatch(/: [\d,]+ sales, /);
  const days = /^(.*): /.exec((await details()) ?? '')?.[1] ?? '';
  await plot.press('Enter');
  await expect.poll(() => page.url()).toContain('&zoom=');
  const sales = page.getByRole('slider', { name: /Enter to open one/ });
  await expect.poll(() => sales.getAttribute('aria-valuetext')).toMatch(/ PD, \w+/);
  const first = /^(.*): /.exec((await sales.getAttribute('aria-valuetext')) ?? '')?.[1];
  expect(Date.parse(first ?? '')).toBeGreaterThanOrEqual(Date.parse(days.split(' to ')[0] ?? ''));
  expect(await sales.getAttribute('aria-valuenow')).toBe('1');
});
