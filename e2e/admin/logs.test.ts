import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { LogCategory, LogEntry } from '../../src/contract/admin/logs.ts';
import { todayUtc } from '../../src/contract/shared/dates.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { makeAccount } from '../../src/testing/accounts/factories.ts';
import { testAccount } from '../../src/testing/accounts/test-account.ts';
import { call } from '../../src/testing/clients/rest-client.ts';
import { addressOf, arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { checkAppearance } from '../kit/check-appearance.ts';
import { testSite } from '../kit/site.ts';
import { watchSockets } from '../kit/sockets.ts';

const site = testSite();
const browser = testBrowser(site);

const LOGGING = '/admin-panel?tab=logging&category=discord';

const admin = testAccount(site, 'admin', 'professor_oak');

/** Writes log lines with a unique subject, oldest first. */
function say(messages: readonly string[], facts: object = {}, category: LogCategory = 'discord') {
  for (const text of messages) site.log.logger.info({ category, ...facts }, text);
}
const numbered = (subject: string, first: number, count: number) =>
  Array.from({ length: count }, (_, i) => `${subject} ${first + i}`);

type Prepare = (page: Page) => Promise<unknown>;
const open = (search: string, prepare?: Prepare) =>
  browser.open(`${LOGGING}${search}`, { as: admin, ...(prepare && { prepare }) });

const list = (page: Page) => page.getByRole('region', { name: 'Log entries' });
const lines = (page: Page) => list(page).getByRole('listitem');
const count = (page: Page, messages: string) => page.getByText(new RegExp(`^${messages}\\b`)).waitFor();
const isLive = (page: Page) => page.locator('[data-announced="Live log"]').getByText('Live').waitFor();

/** The numbers at the end of the visible messages. */
const numbers = (page: Page): Promise<number[]> =>
  list(page).evaluate((element) =>
    [...element.querySelectorAll('li > button')].map((line) =>
      Number(/ (\d+)$/.exec(line.textContent ?? '')?.[1]),
    ),
  );
const downFrom = (last: number, length: number) => Array.from({ length }, (_, i) => last - i);

async function goLive(page: Page) {
  await page.getByRole('button', { name: 'Live', exact: true }).click();
  await isLive(page);
}

it('opens on all categories with their counts, without own reads, and finds failed sign-ins by account', async () => {
  await makeAccount(site, 'user', 'bugsy');
  const body = { username: 'bugsy', password: 'not the password' };
  await call(site, 'POST', '/auth/login', { body });
  await call(site, 'GET', '/auth/profile', admin);
  await site.logs.flush();
  const page = await browser.open('/admin-panel?tab=logging', { as: admin });
  await page.getByRole('radio', { name: /^All [\d,]+$/ }).waitFor();
  expect(await page.getByRole('radio', { name: /^All/ }).isChecked()).toBe(true);
  expect(
    await lines(page)
      .filter({ hasText: /professor_oak.*auth\.profile/ })
      .count(),
  ).toBe(0);
  await page.getByLabel('Hide my reads').uncheck({ force: true });
  await lines(page)
    .filter({ hasText: /professor_oak.*auth\.profile.*ok\d+ ms$/ })
    .first()
    .waitFor();
  await page.reload();
  await lines(page)
    .filter({ hasText: /professor_oak.*auth\.profile/ })
    .first()
    .waitFor();
  await page.getByLabel('Hide my reads').check({ force: true });

  await page.getByRole('main').getByLabel('Search').fill('bugsy');
  await page.getByLabel('Level').selectOption('warn');
  await page.getByRole('radio', { name: 'Security 1', exact: true }).check({ force: true });
  await count(page, '1 entry');
  expect(await lines(page).textContent()).toMatch(/^warn.*sign-in\.failed →, target: bugsy$/);
});

it('filters a category by text, user, level and time, with its state in the URL', async () => {
  say(['narrow: sent to the channel', 'narrow: a digest of 3'], { user: 'Misty', ip: '203.0.113.9' });
  site.log.logger.warn({ category: 'discord', user: 'brock', note: 'Retry-After 7' }, 'narrow: waits');
  await site.logs.flush();
  const page = await open('&search=narrow');
  await count(page, '3 entries');
  expect(await lines(page).first().textContent()).toContain('narrow: waits');

  await page.getByLabel('User').fill('mist');
  await count(page, '2 entries');
  expect(await lines(page).allTextContents()).toEqual([
    expect.stringMatching(/^info.*Misty203\.0\.113\.9narrow: a digest of 3$/),
    expect.stringContaining('narrow: sent to the channel'),
  ]);
  await page.getByLabel('User').fill('');
  await page.getByLabel('Level').selectOption('warn');
  await count(page, '1 entry');
  await page.getByRole('main').getByLabel('Search').fill('"note": "retry-after 7"');
  await arrivesAt(page, `${LOGGING}&search=%22note%22%3A+%22retry-after+7%22&level=warn`);
  await count(page, '1 entry');
  await page.reload();
  await count(page, '1 entry');

  await page.getByLabel('From').fill('2099-01-01T10:30');
  await page.getByRole('heading', { name: MESSAGES.noLogs }).waitFor();
  expect(addressOf(page)).toContain('from=2099-01-01T10%3A30Z');
  await page.getByLabel('To', { exact: true }).fill('2098-01-01T10:30');
  await page.getByText('Must not be before “From”').waitFor();
  await page.getByRole('button', { name: 'Reset' }).click();
  await arrivesAt(page, LOGGING);
  expect(await page.getByLabel('From').inputValue()).toBe('');
  await page.getByRole('radio', { name: 'Security' }).check({ force: true });
  await arrivesAt(page, '/admin-panel?tab=logging&category=security');
});

it('opens a line in place: the full message, and its data as a tree', async () => {
  const long = `opened ${'and so on '.repeat(40)}the end`;
  say([long], { user: 'misty', deep: { hook: { id: 7 }, sent: ['a', 'b'] } });
  await site.logs.flush();
  const page = await open('&search=opened');
  const line = lines(page).first();
  const short = `${long.slice(0, 200)}…`;
  await line.getByText(short, { exact: true }).waitFor();
  expect(await line.locator('time').getAttribute('title')).toMatch(/^\d{4}-\d\d-\d\d [\d:.]+ UTC$/);
  await line.getByRole('button').first().press('Enter');
  await line.getByText('the end').waitFor();
  const leaf = line.getByText('hook:');
  await leaf.waitFor();
  await line.getByText('deep:').focus();
  await line.locator('summary', { hasText: 'deep:' }).press('Enter');
  await leaf.waitFor({ state: 'hidden' });
  await line.locator('summary', { hasText: 'deep:' }).press('Enter');
  await leaf.waitFor();
});

it('loads older lines on demand, without duplicates', async () => {
  say(numbered('older', 1, 250));
  await site.logs.flush();
  const page = await open('&search=older');
  await count(page, '100 entries, filtered, older ones available');
  await page.getByRole('button', { name: 'Load older' }).click();
  await expect.poll(() => lines(page).count()).toBe(200);
  await page.getByRole('button', { name: 'Load older' }).click();
  await page.getByRole('button', { name: 'Load older' }).waitFor({ state: 'hidden' });
  await expect.poll(() => numbers(page)).toEqual(downFrom(250, 250));
});

it('shows matching new lines as they are written, until paused', async () => {
  let socketOpen = false;
  const page = await open('&search=live', async (opened) =>
    opened.on('websocket', (socket) => {
      if (!socket.url().includes('/socket.io')) return;
      socketOpen = true;
      socket.on('close', () => {
        socketOpen = false;
      });
    }),
  );
  await page.getByText(MESSAGES.noLogs).waitFor();
  await goLive(page);
  say(['not of the filter']);
  say(['live of another category'], {}, 'general');
  say(numbered('live', 1, 3));
  await expect.poll(() => numbers(page).catch(() => [])).toEqual([3, 2, 1]);

  await page.getByRole('main').getByLabel('Search').fill('follows');
  await page.getByText(MESSAGES.noLogs).waitFor();
  say(['it follows 1']);
  await expect.poll(() => lines(page).count()).toBe(1);
  await page.getByRole('radio', { name: 'General' }).check({ force: true });
  await page.getByText(MESSAGES.noLogs).waitFor();
  await isLive(page);
  say(['it follows no more'], {});
  say(['and so follows 2'], {}, 'general');
  await expect.poll(() => numbers(page).catch(() => [])).toEqual([2]);

  await page.getByRole('button', { name: 'Stop' }).click();
  await expect.poll(() => socketOpen).toBe(false);
  say(['follows 3'], {}, 'general');
  await site.logs.flush();
  expect(await numbers(page)).toEqual([2]);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => numbers(page)).toEqual([3, 2]);
});

it('stops following when scrolled away, when something is opened, and without auto-scroll', async () => {
  say(numbered('scroll', 1, 60));
  await site.logs.flush();
  const page = await open('&search=scroll');
  await expect.poll(() => lines(page).count()).toBe(60);
  await goLive(page);
  const scrollTop = () => list(page).evaluate((element) => element.scrollTop);
  const news = (text: string) => page.getByRole('button', { name: text, exact: true });

  await list(page).evaluate((element) => element.scrollTo({ top: 400 }));
  await expect.poll(scrollTop).toBe(400);
  say(numbered('scroll', 61, 12));
  await news('12 new').waitFor();
  expect(await numbers(page)).toEqual(downFrom(60, 60));
  expect(await scrollTop()).toBe(400);
  await news('12 new').click();
  await expect.poll(scrollTop).toBe(0);
  await expect.poll(() => numbers(page)).toEqual(downFrom(72, 72));

  say(['scroll 73']);
  await expect.poll(() => numbers(page)).toEqual(downFrom(73, 73));
  await lines(page).first().getByRole('button').first().click();
  say(['scroll 74']);
  await news('1 new').waitFor();
  await lines(page).first().getByRole('button').first().click();
  await expect.poll(() => numbers(page)).toEqual(downFrom(74, 74));

  await page.getByLabel('Auto-scroll').uncheck({ force: true });
  say(['scroll 75']);
  await news('1 new').waitFor();
  await page.getByLabel('Auto-scroll').check({ force: true });
  await expect.poll(() => numbers(page)).toEqual(downFrom(75, 75));
});

it('exports exactly the lines that match the filters', async () => {
  say(numbered('exported', 1, 2_300), { user: 'misty' });
  say(numbered('exported', 1, 20), { user: 'brock' });
  await site.logs.flush();
  const page = await open('&search=exported&user=misty');
  await expect.poll(() => lines(page).count()).toBe(100);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe(`discord-${todayUtc()}.json`);
  const exported = JSON.parse(await readFile(await download.path(), 'utf8')) as LogEntry[];
  expect(exported.map(({ message }) => message)).toEqual(
    downFrom(2_300, 2_300).map((number) => `exported ${number}`),
  );
  const stored = await site.sql<{ id: string }>(
    `select id from log_entry where message like 'exported%' and username = 'misty' order by at desc, id desc`,
  );
  expect(exported.map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
  expect(exported[0]).toMatchObject({ category: 'discord', level: 'info', user: 'misty', ip: null });
});

it('shows a line in the context of all categories', async () => {
  say(['context before'], {}, 'security');
  say(['context itself']);
  say(['context after'], {}, 'general');
  await site.logs.flush();
  const page = await open('&search=context');
  await lines(page).first().getByRole('button').first().click();
  await page.getByRole('button', { name: 'View in context' }).click();
  const around = page.getByRole('dialog', { name: 'In context' });
  const marked = around.locator('[aria-current=true]');
  await marked.waitFor();
  expect(await marked.textContent()).toContain('context itself');
  expect(await marked.locator('xpath=preceding-sibling::li[1]').textContent()).toMatch(
    /^infosecurity.*context before$/,
  );
  expect(await marked.locator('xpath=following-sibling::li[1]').textContent()).toMatch(
    /^infogeneral.*context after$/,
  );
  await checkAppearance(page, 'logs-context');
});

it('falls back to the end of the log file, and reports it', async () => {
  say(numbered('in a file', 1, 3));
  await site.logs.flush();
  let broken = true;
  const page = await open('&search=in a file', (opened) =>
    opened.route(/logs\.category/, (route) => (broken ? route.abort() : route.continue())),
  );
  const file = `discord-${todayUtc()}.log`;
  await page.getByRole('alert').getByText(`The end of the file ${file} is shown instead`).waitFor();
  await expect.poll(() => numbers(page)).toEqual([3, 2, 1]);
  expect(browser.takeErrors()).not.toEqual([]);
  await checkAppearance(page, 'logs-file');
  broken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await count(page, '3 entries, filtered');
  await page.getByRole('button', { name: 'Retry' }).waitFor({ state: 'hidden' });
});

it('shows only the error when the files cannot be read either', async () => {
  const page = await open('', (opened) => opened.route(/logs\.(category|files)/, (route) => route.abort()));
  await page.getByRole('alert').getByText('Failed to load the log').waitFor();
  expect(await page.getByText(/^\d+ entries|^No logs/).count()).toBe(0);
  expect(browser.takeErrors()).not.toEqual([]);
  await checkAppearance(page, 'logs-failed');
});

it('reconnects without losing or duplicating lines', async () => {
  let cut = () => Promise.resolve();
  let isAway = false;
  const page = await open('&search=gap', (opened) =>
    opened.routeWebSocket(/\/socket\.io/, (socket) => {
      cut = () => socket.close();
      if (isAway) void cut();
      else socket.connectToServer();
    }),
  );
  await goLive(page);
  say(numbered('gap', 1, 5));
  await expect.poll(() => numbers(page).catch(() => [])).toEqual(downFrom(5, 5));
  isAway = true;
  await cut();
  await page.getByText('Reconnecting…').waitFor();
  say(numbered('gap', 6, 300));
  isAway = false;
  await isLive(page);
  say(numbered('gap', 306, 5));
  await count(page, '310 entries');
  // Lines far from the newest are not rendered while the log is live.
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect.poll(() => numbers(page)).toEqual(downFrom(310, 310));
});

it('shows why the server refused the connection, and does not retry', async () => {
  let asked = 0;
  const page = await open('', (opened) =>
    opened.routeWebSocket(/\/socket\.io/, (socket) => {
      asked += 1;
      const hello = { sid: 'a', upgrades: [], pingInterval: 25_000, pingTimeout: 20_000, maxPayload: 65_536 };
      socket.send(`0${JSON.stringify(hello)}`);
      socket.onMessage(() =>
        socket.send(`44${JSON.stringify({ message: 'Admins only.', data: { code: 'FORBIDDEN' } })}`),
      );
    }),
  );
  await page.getByRole('button', { name: 'Live', exact: true }).click();
  await page.locator('[data-announced="Live log"]').getByText('Admins only.').waitFor();
  await page.getByRole('button', { name: 'Live', exact: true }).waitFor();
  expect(asked).toBe(1);
});

it('keeps up with thousands of lines, and holds at most 2,000', async () => {
  const sockets = watchSockets();
  const page = await open('&search=flood', sockets.prepare);
  await goLive(page);
  await page.evaluate(() => {
    const seen: number[] = [];
    new PerformanceObserver((found) => {
      for (const { duration } of found.getEntries()) seen.push(Math.round(duration));
    }).observe({ type: 'longtask' });
    Object.assign(globalThis, { longTasks: seen });
  });
  const written = 3_000;
  for (let first = 1; first < written; first += 100) {
    const batch = numbered('flood', first, 100);
    say(batch);
    await expect.poll(() => sockets.received.some((frame) => frame.includes(`"${batch.at(-1)}"`))).toBe(true);
    sockets.received.length = 0;
  }
  await expect.poll(async () => (await numbers(page))[0]).toBe(written);
  await count(page, '2,000 entries');
  const tasks = await page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks);
  if (process.env.SHOTS) process.stdout.write(`long tasks: ${tasks.join(', ')}\n`);
  await list(page).evaluate((element) => element.scrollTo({ top: 2_000 }));
  await expect.poll(() => numbers(page)).toEqual(downFrom(written, 2_000));
  say([`flood ${written + 1}`]);
  // Located by text, because a role locator would compute the names of thousands of lines.
  await page.getByText('1 new', { exact: true }).waitFor();
});

it('looks correct with lines of every kind', async () => {
  const data = {
    user: 'a_name_that_is_as_long_as_names_can_be_on_this_site',
    ip: '2001:db8:85a3::8a2e:370:7334',
  };
  say(['looks like a digest of 3 new approvals'], { user: 'misty', ip: '203.0.113.9' });
  site.log.logger.warn({ category: 'discord', ...data, wait: 7 }, `looks ${'long'.repeat(60)}`);
  say([`looks ${'at what was sent '.repeat(30)}`], {
    ...data,
    hook: { id: 1, url: 'x'.repeat(90), ok: true },
  });
  await site.logs.flush();
  const page = await open('&search=looks');
  await lines(page).first().getByRole('button').first().click();
  await goLive(page);
  say(['looks 1']);
  await page.getByRole('button', { name: '1 new' }).waitFor();
  await checkAppearance(page, 'logs');
});

it('keeps its filters in a sheet on phones', async () => {
  say(['phone 1'], { user: 'misty' });
  await site.logs.flush();
  const page = await browser.open(`${LOGGING}&search=phone`, { as: admin, width: 390 });
  await count(page, '1 entry');
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByLabel('User').fill('brock');
  await page.getByText(MESSAGES.noLogs).waitFor();
  await checkAppearance(page, 'logs-filters');
});
