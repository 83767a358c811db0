import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { daysBefore, formatDate, todayUtc } from '../../src/contract/shared/dates.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { addressOf, arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { checkAppearance } from '../kit/check-appearance.ts';
import { hasFocus } from '../kit/keyboard.ts';
import { counts, dotsOf, salesOf, searchBox, stock } from '../kit/market-page.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const today = todayUtc();
const ago = (days: number) => daysBefore(today, days);

const IVS = ['iv_hp', 'iv_attack', 'iv_defense', 'iv_sp_attack', 'iv_sp_defense', 'iv_speed'];
const spread = (perfect: number) => Object.fromEntries(IVS.map((iv, i) => [iv, i < perfect ? 31 : 7]));

/** Garchomp of many natures, 4 of them shiny, at 10,000, 20,000, … PD, a day older each. */
const NATURES = ['Adamant', 'Adamant', 'Jolly', 'Hardy', 'Bold', 'Calm', 'Lax', 'Mild', 'Rash', 'Sassy'];
const garchomp = Array.from({ length: 30 }, (_, i) => ({
  kind: 'pokemon' as const,
  name: 'Garchomp',
  price: (i + 1) * 10_000,
  traits: { nature: NATURES[i % NATURES.length], is_shiny: i < 4, ...spread(i % 7) },
}));

beforeAll(async () => {
  await stock(site, [
    ...salesOf('Master Ball', 6),
    { name: 'Master Ball', price: 9_000_000, date_sold: ago(200) },
    ...salesOf('Old Amber', 6, { date_sold: ago(400) }),
    ...salesOf('Leftovers', 5),
    ...salesOf('Stardust', 7, { date_sold: ago(10), price: 1500 }),
  ]);
  await stock(site, garchomp);
});

const MASTER_BALL = '/?name=Master+Ball&exact=true';
const STARDUST = '/?name=Stardust&exact=true';
const GARCHOMP = '/?tab=pokemon&name=Garchomp&exact=true';

const historyOf = (page: Page) => page.getByRole('region', { name: 'Price history' });
const plotOf = (page: Page) => page.getByRole('slider', { name: /^Prices of/ });
const dots = (page: Page) => dotsOf(historyOf(page));
const handleOf = (page: Page, end: 'First' | 'Last') =>
  page.getByRole('slider', { name: `${end} day shown` });

async function openChart(address: string, visit = {}) {
  const page = await browser.open(address, visit);
  await plotOf(page).waitFor();
  return page;
}

/** Drags across an element between two fractions of its width. */
async function dragOver(page: Page, element: Locator, from: number, to: number) {
  const box = await element.boundingBox();
  if (!box) throw new Error('Nothing to drag over.');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * from, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to, y, { steps: 4 });
  await page.mouse.up();
}

describe('the chart', () => {
  it('shows every sale in the summary, to the pointer and to the keyboard', async () => {
    const page = await openChart(MASTER_BALL);
    const history = historyOf(page);
    await history.getByText('6 sales in 90 days, 1,000 to 6,000 PD', { exact: true }).waitFor();
    await expect.poll(() => dots(page)).toBe(6);
    const plot = plotOf(page);
    const at = (days: number, price: string) => `${formatDate(ago(days))}: ${price} PD`;
    const reads = (text: string) => expect.poll(() => plot.getAttribute('aria-valuetext')).toBe(text);
    const label = await history.getByText(/^Sales per (day|week)$/).boundingBox();
    const bars = await history.locator('svg path.fill-accent\\/65').boundingBox();
    expect((label?.y ?? 0) + (label?.height ?? 0)).toBeLessThanOrEqual(bars?.y ?? 0);
    const place = await plot.boundingBox();
    expect(await plot.getAttribute('aria-valuenow')).toBe('6');
    await plot.press('ArrowRight');
    await history.getByText(at(0, '1,000'), { exact: true }).waitFor();
    // Otherwise the dots would move away from the pointer.
    expect(await plot.boundingBox()).toEqual(place);
    await plot.press('ArrowLeft');
    await reads(at(1, '2,000'));
    expect(await plot.getAttribute('aria-valuenow')).toBe('5');
    await plot.press('Home');
    await reads(at(5, '6,000'));
    await plot.press('PageUp');
    await reads(at(0, '1,000'));
    await plot.press('PageDown');
    await reads(at(5, '6,000'));
    await page.mouse.move(0, 0);
    await plot.hover({ position: { x: 60, y: 60 } });
    await history.getByText(at(5, '6,000'), { exact: true }).waitFor();
    expect(await history.textContent()).not.toMatch(/average|mean|trend/i);
  });

  it('changes the time range, with its state in the URL', async () => {
    const page = await openChart(MASTER_BALL);
    const history = historyOf(page);
    await history.getByText('1 y', { exact: true }).click();
    await arrivesAt(page, `${MASTER_BALL}&days=365`);
    const summary = history.getByText('7 sales in 12 months, 1,000 to 9,000,000 PD', { exact: true });
    await summary.waitFor();
    await page.reload();
    await summary.waitFor();
    await history.getByText('Show as table').click();
    await expect.poll(() => history.getByRole('row').count()).toBe(8);
    await history.getByRole('row').filter({ hasText: '9,000,000 PD' }).getByRole('link').waitFor();
  });

  it('can be hidden, and stays hidden', async () => {
    const page = await openChart(MASTER_BALL);
    await page.getByRole('button', { name: 'Hide chart' }).click();
    await plotOf(page).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Show chart' }).click();
    await plotOf(page).waitFor();
    await arrivesAt(page, MASTER_BALL);
  });

  it('appears for a name, part of a name or a query with more than 5 matching sales', async () => {
    const page = await browser.open('/?name=Leftovers&exact=true');
    await counts(page, '5 sales');
    expect(await historyOf(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Remove filter: Name Leftovers' }).click();
    await counts(page, '25 sales');
    expect(await historyOf(page).count()).toBe(0);
    await searchBox(page).fill('e');
    await historyOf(page).getByText('11 sales of 2 names in 90 days, 1,000 to 6,000 PD').waitFor();

    const queried = await openChart('/?query=price+%3E+2000+AND+price+%3C+1m');
    await historyOf(queried).getByText('7 sales of 2 names in 90 days, 3,000 to 6,000 PD').waitFor();
  });

  it('follows the other filters of the page', async () => {
    const page = await openChart(`${GARCHOMP}&nature=Adamant`);
    await historyOf(page).getByText('6 sales in 90 days, 10,000 to 220,000 PD').waitFor();
    await expect.poll(() => dots(page)).toBe(6);
  });

  it('reports that there is no history', async () => {
    const page = await browser.open('/?name=Old+Amber&exact=true&days=90');
    await page.getByText(MESSAGES.noHistory('Old Amber')).waitFor();
    await page.getByRole('button', { name: 'Show all time' }).click();
    await historyOf(page)
      .getByText(/^\d+ sales? since /)
      .waitFor();
    expect(addressOf(page)).toMatch(/&days=\d+$/);
  });
});

describe('zooming', () => {
  it('zooms by dragging over the dots; back, forward and reload restore it', async () => {
    const page = await openChart(MASTER_BALL);
    await dragOver(page, plotOf(page), 0.9, 0.999);
    await expect.poll(() => addressOf(page)).toMatch(/&zoom=\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/);
    const zoomed = addressOf(page);
    const summary = historyOf(page).getByText(/^6 sales from .*, 1,000 to 6,000 PD$/);
    await summary.waitFor();
    await page.reload();
    await summary.waitFor();
    await page.goBack();
    await historyOf(page).getByText('Drag across the chart, or click the strip, to zoom.').waitFor();
    expect(addressOf(page)).toBe(MASTER_BALL);
    await page.goForward();
    await summary.waitFor();
    expect(addressOf(page)).toBe(zoomed);
    await page.getByRole('button', { name: 'Reset zoom' }).click();
    await arrivesAt(page, MASTER_BALL);
  });

  it('zooms by dragging a handle or the range between the handles, and by a click, which moves the nearer handle', async () => {
    const page = await openChart(`${GARCHOMP}&days=30`);
    await expect.poll(() => dots(page)).toBe(30);
    const first = handleOf(page, 'First');
    const strip = first.locator('..');
    await first.hover();
    await page.mouse.down();
    const box = await strip.boundingBox();
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 10, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => addressOf(page)).toContain('&zoom=');
    await expect
      .poll(async () => {
        const drawn = await dots(page);
        return drawn > 10 && drawn < 20;
      })
      .toBe(true);
    const lastDay = async () => Number(await handleOf(page, 'Last').getAttribute('aria-valuenow'));
    const before = await lastDay();
    await dragOver(page, strip, 0.7, 0.5);
    await expect.poll(lastDay).toBeLessThan(before);
    const [from, to] = [await first.getAttribute('aria-valuenow'), await lastDay()];
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) * 0.9, (box?.y ?? 0) + 10);
    await expect.poll(lastDay).toBeGreaterThan(to);
    expect(await first.getAttribute('aria-valuenow')).toBe(from);
  });

  it('zooms with the keyboard: handles, plus and minus, Escape', async () => {
    const page = await openChart(`${MASTER_BALL}&days=30`);
    const first = handleOf(page, 'First');
    await first.press('ArrowRight');
    await arrivesAt(page, `${MASTER_BALL}&days=30&zoom=${ago(29)}..${today}`);
    await expect.poll(() => first.getAttribute('aria-valuetext')).toBe(formatDate(ago(29)));
    await first.press('End');
    await arrivesAt(page, `${MASTER_BALL}&days=30&zoom=${today}..${today}`);
    await historyOf(page)
      .getByText(`1 sale on ${formatDate(today)}, 1,000 PD`)
      .waitFor();
    await first.press('PageDown');
    await arrivesAt(page, `${MASTER_BALL}&days=30&zoom=${ago(7)}..${today}`);
    await first.press('Home');
    await arrivesAt(page, `${MASTER_BALL}&days=30`);

    const plot = plotOf(page);
    await plot.press('End');
    // The chart is drawn a little later than the address changes.
    const firstDay = () => first.getAttribute('aria-valuetext');
    await expect.poll(firstDay).toBe(formatDate(ago(30)));
    await plot.press('+');
    await expect.poll(firstDay).not.toBe(formatDate(ago(30)));
    await plot.press('-');
    await arrivesAt(page, `${MASTER_BALL}&days=30`);
    await expect.poll(firstDay).toBe(formatDate(ago(30)));
    await plot.press('+');
    await expect.poll(firstDay).not.toBe(formatDate(ago(30)));
    await plot.press('Escape');
    await arrivesAt(page, `${MASTER_BALL}&days=30`);
    // Consecutive key presses are one history entry.
    await page.goBack();
    await expect.poll(() => addressOf(page)).not.toContain('zoom');
  });

  it('reports a range without sales', async () => {
    const page = await openChart(`${MASTER_BALL}&zoom=${ago(60)}..${ago(40)}`);
    await historyOf(page)
      .getByText(/^No sales from/)
      .waitFor();
    await expect.poll(() => plotOf(page).getAttribute('aria-valuetext')).toBe('No sales in this period');
  });
});

it('is logarithmic for a wide range of prices, or as chosen', async () => {
  const page = await openChart(`${MASTER_BALL}&days=365`);
  const ticks = () => historyOf(page).locator('svg text').allTextContents();
  await expect.poll(ticks).toContain('10k');
  await page.getByLabel('Price scale').selectOption('Linear');
  await arrivesAt(page, `${MASTER_BALL}&days=365&scale=linear`);
  await expect.poll(ticks).not.toContain('10k');
  await page.getByLabel('Price scale').selectOption('Logarithmic');
  await expect.poll(ticks).toContain('10k');
});

it('distinguishes sales by a trait with colour, shape and label', async () => {
  const page = await openChart(GARCHOMP);
  const legend = historyOf(page).getByRole('list', { name: 'Legend' });
  expect(await legend.count()).toBe(0);
  await page.getByLabel('Colour by').selectOption('By nature');
  await arrivesAt(page, `${GARCHOMP}&colour=nature`);
  await expect
    .poll(() => legend.getByRole('listitem').allTextContents())
    .toEqual(['Adamant6', 'Bold3', 'Calm3', 'Jolly3', 'Lax3', 'Mild3', 'Other natures9']);
  await expect.poll(() => historyOf(page).locator('[data-marks]').count()).toBe(7);
  await page.getByLabel('Colour by').selectOption('By shininess');
  await expect.poll(() => legend.getByRole('listitem').allTextContents()).toEqual(['Not shiny26', 'Shiny4']);
  await page.getByLabel('Colour by').selectOption('By perfect IVs');
  await expect.poll(() => legend.getByRole('listitem').first().textContent()).toBe('6 × 314');
  await page.reload();
  await expect.poll(() => legend.getByRole('listitem').first().textContent()).toBe('6 × 314');

  const items = await openChart(MASTER_BALL);
  expect(await items.getByLabel('Colour by').count()).toBe(0);
});

describe('a dot opens its sale', () => {
  it('in its row when the list shows it', async () => {
    const page = await openChart(MASTER_BALL);
    const plot = plotOf(page);
    await plot.press('End');
    await plot.press('Enter');
    const row = page.getByRole('button', { name: 'Master Ball', expanded: true });
    await row.waitFor();
    await hasFocus(row);
    await expect
      .poll(() => page.getByRole('row').filter({ has: row }).getByText('1,000 PD').isVisible())
      .toBe(true);
  });

  it('by a click, on its own page when the list does not show it', async () => {
    const page = await openChart(`${GARCHOMP}&days=30`);
    await expect.poll(() => dots(page)).toBe(30);
    // The plot above the dot takes the click.
    const dot = historyOf(page).locator('[data-marks] path').first();
    await dot.click({ position: { x: 4, y: 4 }, force: true });
    await expect.poll(() => addressOf(page)).toMatch(/^\/sale\/\d+$/);
    await page.getByText('300,000').first().waitFor();
  });
});

describe('sales at the same price and day are one dot', () => {
  const opened = (page: Page, sale: number) =>
    expect
      .poll(() => plotOf(page).getAttribute('aria-valuetext'))
      .toContain(`1,500 PD, ${sale} of 7 sales here`);
  const centre = async (page: Page) => {
    const box = await historyOf(page).locator('[data-marks] path').first().boundingBox();
    if (!box) throw new Error('There is no dot.');
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };

  it('whose clicks take one after the other, of which any can be opened', async () => {
    const page = await openChart(STARDUST);
    await expect.poll(() => dots(page)).toBe(7);
    const [x, y] = await centre(page);
    await page.mouse.move(x + 2, y + 2);
    await opened(page, 1);
    for (const sale of [2, 3, 4, 5, 6, 7, 1, 2]) {
      await page.mouse.click(x, y);
      await opened(page, sale);
    }
    await page.mouse.move(x + 50, y, { steps: 3 });
    await historyOf(page).getByRole('button', { name: 'Open sale' }).click();
    await hasFocus(page.getByRole('button', { name: 'Stardust', expanded: true }));
  });

  it('whose taps take one after the other', async () => {
    const page = await openChart(STARDUST, { width: 390 });
    await expect.poll(() => dots(page)).toBe(7);
    await plotOf(page).scrollIntoViewIfNeeded();
    const [x, y] = await centre(page);
    for (const sale of [1, 2, 3]) {
      await page.touchscreen.tap(x, y);
      await opened(page, sale);
    }
  });
});

it('leaves zooming with two fingers to the browser', async () => {
  const page = await openChart(MASTER_BALL, { width: 390 });
  for (const element of [plotOf(page), handleOf(page, 'First').locator('..')]) {
    const action = await element.evaluate((it) => getComputedStyle(it).touchAction);
    expect(action.split(' ').toSorted()).toEqual(['pan-y', 'pinch-zoom']);
  }
});

it('fits a sheet of paper, without the strip', async () => {
  const page = await openChart(MASTER_BALL);
  const drawing = historyOf(page).locator('svg:has([data-marks])');
  const width = async () => (await drawing.boundingBox())?.width ?? 0;
  await expect.poll(width).toBeGreaterThan(800);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(width).toBe(600);
  expect(await handleOf(page, 'First').isVisible()).toBe(false);
  await page.emulateMedia({ media: null });
  await expect.poll(width).toBeGreaterThan(800);
});

it('has room for larger text', async () => {
  const page = await openChart(`${MASTER_BALL}&days=365`);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const plot = plotOf(page);
  await expect.poll(async () => (await plot.boundingBox())?.height ?? 0).toBe(2 * 148);
  const texts = historyOf(page).locator('svg text');
  const cut = () =>
    texts.evaluateAll((all) =>
      all.flatMap((text) => {
        const [box, frame] = [text, text.closest('svg')].map((element) => element?.getBoundingClientRect());
        const isInside =
          box && frame && box.left >= frame.left && box.right <= frame.right && box.bottom <= frame.bottom;
        return isInside ? [] : [text.textContent];
      }),
    );
  await expect.poll(cut).toEqual([]);
  expect(await texts.count()).toBeGreaterThan(5);
});

describe('when something fails', () => {
  it('retries on request, and keeps the table', async () => {
    let failing = true;
    const page = await browser.open(MASTER_BALL, {
      prepare: (fresh) =>
        fresh.route(/market\.chart/, (route) => (failing ? route.abort() : route.continue())),
    });
    const retry = historyOf(page).getByRole('button', { name: 'Retry' });
    await retry.waitFor();
    await counts(page, '7 sales');
    failing = false;
    await retry.click();
    await plotOf(page).waitFor();
    expect(browser.takeErrors().length).toBeGreaterThan(0);
  });

  it('leaves the error of a list and a chart that fail together to the list', async () => {
    const page = await openChart(GARCHOMP);
    await page.route(/pokemon\.list|market\.chart/, (route) => route.abort());
    await page.getByLabel('Price from').fill('20k');
    await page.getByRole('region', { name: 'Sales' }).getByRole('button', { name: 'Retry' }).waitFor();
    await historyOf(page).waitFor({ state: 'hidden' });
    expect(browser.takeErrors()).not.toEqual([]);
  });

  it('reports that the chart failed to load, and keeps the table', async () => {
    const page = await browser.open(MASTER_BALL, {
      prepare: (fresh) => fresh.route(/history-panel.*\.js/, (route) => route.abort()),
    });
    await historyOf(page).getByRole('alert').getByText(MESSAGES.fetchFailed).waitFor();
    await counts(page, '7 sales');
    expect(browser.takeErrors().length).toBeGreaterThan(0);
  });
});

it('shows what is chosen in full on the narrowest phones', async () => {
  const page = await openChart(GARCHOMP, { width: 360 });
  const shown = await historyOf(page)
    .locator('select')
    .evaluateAll((all) =>
      (all as HTMLSelectElement[]).map((select) => {
        const { offsetWidth: width, selectedOptions } = select;
        const chosen = selectedOptions[0]?.text;
        for (const option of [...select.options]) if (!option.selected) option.remove();
        select.style.width = 'max-content';
        // Browsers of phones need a few pixels more.
        return [chosen, select.offsetWidth + 4 <= width];
      }),
    );
  expect(shown).toEqual([
    ['Auto scale', true],
    ['One colour', true],
  ]);
});

it('supports touch: a tap shows the figures, handles zoom', async () => {
  const page = await openChart(GARCHOMP, { width: 360 });
  await historyOf(page).getByText('Tap a dot to see its details.').waitFor();
  await plotOf(page).tap({ position: { x: 230, y: 60 } });
  await historyOf(page)
    .getByText(/^\d+ \w+ \d+: [\d,]+ PD, \w+/)
    .waitFor();
  await historyOf(page).getByRole('button', { name: 'Open sale' }).click();
  await expect.poll(() => addressOf(page)).toMatch(/^\/(sale\/\d+$|\?tab=pokemon)/);
});

it('looks correct, coloured and zoomed', async () => {
  const page = await openChart(`${GARCHOMP}&days=365&colour=nature&zoom=${ago(40)}..${ago(5)}`);
  await plotOf(page).press('End');
  await historyOf(page).getByText('Show as table').click();
  await checkAppearance(page, 'chart-zoomed');
});
