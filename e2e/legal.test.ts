import { expect, it } from 'vitest';
import { testBrowser } from './kit/browser.ts';
import { checkAppearance } from './kit/check-appearance.ts';
import { testSite } from './kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const publish = (key: string, value: string) => site.services().settings.set(key, value);

it('names every detail that is not published', async () => {
  for (const key of ['legal_name', 'legal_address', 'legal_email', 'legal_phone']) await publish(key, '');
  const page = await browser.open('/impressum');
  for (const what of ['a name', 'a postal address', 'a contact'])
    await page.getByText(`The operator has not published ${what} yet.`).waitFor();
});

it('shows the published details, line by line', async () => {
  await publish('legal_name', 'Team Rocket GmbH');
  await publish('legal_address', 'Route 1\n12345 Pallet Town');
  await publish('legal_email', 'office@example.org');
  await publish('legal_phone', '+49 30 123-456');
  await publish('legal_responsible', 'Giovanni\nViridian City');
  const page = await browser.open('/impressum');
  await page.getByText('Team Rocket GmbH', { exact: true }).waitFor();
  expect(await page.getByText('12345 Pallet Town').textContent()).toBe('Route 1\n12345 Pallet Town');
  expect(await page.getByText('Viridian City').textContent()).toBe('Giovanni\nViridian City');
  expect(await page.getByRole('link', { name: 'office@example.org' }).getAttribute('href')).toBe(
    'mailto:office@example.org',
  );
  expect(await page.getByRole('link', { name: '+49 30 123-456' }).getAttribute('href')).toBe(
    'tel:+4930123456',
  );
  expect(await page.getByText('has not published').count()).toBe(0);
  await checkAppearance(page, 'legal-published');
});
