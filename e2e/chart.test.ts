import { beforeAll, expect, it } from 'vitest';
import { daysBefore, todayUtc } from '../src/contract/dates.ts';
import { MESSAGES } from '../src/contract/messages.ts';
import { arrivesAt } from './address.ts';
import { testBrowser } from './browser.ts';
import { eventually } from './eventually.ts';
import { counts, salesOf, searchBox, stock } from './market-page.ts';
import { testSite } from './site.ts';

const site = testSite();
const browser = testBrowser(site);

beforeAll(async () => {
  await stock(site, [
    ...salesOf('Master Ball', 6),
    { name: 'Master Ball', price: 9_000_000, date_sold: daysBefore(todayUtc(), 200) },
    ...salesOf('Old Amber', 6, { date_sold: daysBefore(todayUtc(), 400) }),
    ...salesOf('Leftovers', 5),
  ]);
});

it('draws every sale of a name, in words, to the pointer and to the keyboard', async () => {
  const page = await browser.open('/?name=Master+Ball&exact=true');
  const history = page.getByRole('region', { name: 'Price history' });
  await history.getByText('6 sales in 90 days, 1,000 to 6,000 PD').waitFor();
  const chart = history.getByRole('slider');
  await eventually(() => history.locator('svg circle').count()).toBe(6);
  await chart.focus();
  await chart.press('End');
  const figures = history.getByText(/^\d+ \w+ \d+: [\d,]+ PD$/);
  expect(await figures.textContent()).toContain(': 1,000 PD');
  await chart.press('ArrowLeft');
  expect(await chart.getAttribute('aria-valuetext')).toContain(': 2,000 PD');
  await chart.hover({ position: { x: 5, y: 5 } });
  await figures.waitFor();
  expect(await history.textContent()).not.toMatch(/average|mean/i);
});

it('looks back as far as asked, and the address says so', async () => {
  const page = await browser.open('/?name=Master+Ball&exact=true');
  const history = page.getByRole('region', { name: 'Price history' });
  await history.getByText('1 y', { exact: true }).click();
  await arrivesAt(page, '/?name=Master+Ball&exact=true&days=365');
  await history.getByText('7 sales in one year, 1,000 to 9,000,000 PD').waitFor();
  await page.reload();
  await history.getByText('7 sales in one year, 1,000 to 9,000,000 PD').waitFor();
  await history.getByText('Figures as a table').click();
  await eventually(() => history.getByRole('row').count()).toBe(8);
});

it('can be hidden, and stays hidden', async () => {
  const page = await browser.open('/?name=Master+Ball&exact=true');
  await page.getByRole('slider').waitFor();
  await page.getByRole('button', { name: 'Hide chart' }).click();
  await page.getByRole('slider').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Show chart' }).click();
  await page.getByRole('slider').waitFor();
  await arrivesAt(page, '/?name=Master+Ball&exact=true');
});

it('is for a name that more than 5 sales have', async () => {
  const page = await browser.open('/?name=Leftovers&exact=true');
  const history = page.getByRole('region', { name: 'Price history' });
  await counts(page, '5 sales');
  expect(await history.count()).toBe(0);
  await page.getByRole('button', { name: 'Remove filter: Name Leftovers' }).click();
  await counts(page, '18 sales');
  expect(await history.count()).toBe(0);
  await searchBox(page).fill('master ball');
  await history.waitFor();
});

it('says when a name has no history', async () => {
  const page = await browser.open('/?name=Old+Amber&exact=true');
  await page.getByText(MESSAGES.noHistory('Old Amber')).waitFor();
});
