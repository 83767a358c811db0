import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { makeAccount, PASSWORD } from '../../src/testing/accounts/factories.ts';
import { addressOf, arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

/** The accessible description of a field. */
const descriptionOf = (page: Page, field: string) =>
  page.locator(field).evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  );

interface Registration {
  username?: string;
  email?: string;
  password?: string;
  confirmation?: string;
}

async function register(page: Page, { username, email, password, confirmation }: Registration) {
  await page.getByLabel('Username').fill(username ?? 'ash_k');
  await page.getByLabel('Email').fill(email ?? 'ash@example.org');
  await page.getByLabel(/^Password/).fill(password ?? PASSWORD);
  await page.getByLabel(/^Confirm password/).fill(confirmation ?? password ?? PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
}

it('shows errors at their fields, and focuses the first', async () => {
  const page = await browser.open('/register');
  const errors: [Registration, string][] = [
    [{ email: '' }, MESSAGES.emailRequired],
    [{ email: 'ash at home' }, MESSAGES.emailInvalid],
    [{ confirmation: 'another one' }, MESSAGES.passwordsDiffer],
    [{ password: '12345' }, MESSAGES.passwordShort],
    [{ username: 'as' }, MESSAGES.usernameShort],
  ];
  for (const [change, text] of errors) {
    const [name] = Object.keys(change);
    await register(page, change);
    await page.getByText(text, { exact: true }).waitFor();
    await page.locator(`input[name=${name}][aria-invalid=true]:focus`).waitFor();
    expect(await descriptionOf(page, `input[name=${name}]`)).toContain(text);
  }
  expect(await site.sql('select 1 from account where username = ?', ['ash_k'])).toEqual([]);
});

it('validates a field on blur', async () => {
  const page = await browser.open('/register');
  await page.getByLabel('Email').fill('ash');
  await page.getByLabel(/^Password/).focus();
  await page.getByText(MESSAGES.emailInvalid, { exact: true }).waitFor();
});

it('registers, signs in and goes to the start page', async () => {
  const page = await browser.open('/register');
  await register(page, { username: 'misty', email: 'misty@example.org' });
  await arrivesAt(page, '/');
  await page.getByRole('banner').getByText('misty').waitFor();
  expect(await site.sql('select username, role from account where username = ?', ['misty'])).toEqual([
    { username: 'misty', role: 'user' },
  ]);
});

it('reports a taken name, and keeps the input', async () => {
  const { user } = await makeAccount(site);
  const page = await browser.open('/register');
  await register(page, { username: user.username.toUpperCase(), email: 'new@example.org' });
  await page.getByText(/taken/).waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe('new@example.org');
  expect(browser.takeErrors()).toEqual([expect.stringContaining('409')]);
});

it('keeps the form after a wrong password, with the same message for name and password', async () => {
  const { user } = await makeAccount(site);
  const page = await browser.open('/login');
  const tryIn = async (username: string, password: string) => {
    await page.getByLabel('Username').fill(username);
    await page.getByLabel(/^Password/).fill(password);
    const answered = page.waitForResponse(/auth\.login/);
    await page.getByRole('button', { name: 'Login' }).click();
    await (await answered).finished();
    const text = page.getByRole('alert').filter({ hasText: /\w/ });
    await text.waitFor();
    return text.textContent();
  };
  const first = await tryIn(user.username, 'not the password');
  expect(await tryIn('nobody_here', PASSWORD)).toBe(first);
  expect(addressOf(page)).toBe('/login');
  expect(browser.takeErrors()).toHaveLength(2);
});

it.each([
  ['/login?next=%2F%3Ftab%3Dpokemon', '/?tab=pokemon'],
  ['/login?next=%2F%2Foutside.example', '/'],
])('goes from %s to %s', async (address, goal) => {
  const { user } = await makeAccount(site);
  const page = await browser.open(address);
  await page.getByLabel('Username').fill(user.username);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await arrivesAt(page, goal);
});

it('marks its fields for password managers', async () => {
  const page = await browser.open('/register');
  const fields = page.locator('form input');
  await fields.first().waitFor();
  expect(
    await fields.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete'))),
  ).toEqual(['username', 'email', 'new-password', 'new-password']);
});
