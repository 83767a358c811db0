import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { makeSale } from '../../src/testing/accounts/factories.ts';
import { testServer } from '../../src/testing/run/server.ts';
import { testBrowser } from '../kit/browser.ts';

// The chart needs no client.
const site = testServer();
const browser = testBrowser(site);

it('a page of another site shows an embedded chart in a frame', async () => {
  await makeSale(site, { status: 'approved', price: 400_000 });
  const frame = `<iframe src="${site.url}/embed/item/master-ball"></iframe>`;
  const forum = createServer((_request, response) =>
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(`<!doctype html><title>Forum</title><link rel="icon" href="data:," />${frame}`),
  );
  forum.listen(0, 'localhost');
  await once(forum, 'listening');
  const { port } = forum.address() as AddressInfo;
  const thread = `http://localhost:${port}/thread`;
  try {
    const page = await browser.open('/embed/item/master-ball');
    await page.goto(thread);
    const chart = page.frameLocator('iframe');
    await chart.getByRole('heading', { name: 'Master Ball' }).waitFor();
    const plot = chart.getByRole('group', { name: 'Prices of Master Ball over time' });
    await plot.waitFor();
    // The dot is a link for the mouse only.
    expect(await plot.locator('a').count()).toBe(1);
    expect(await plot.getByRole('link').count()).toBe(0);
    // The frame is 300 pixels wide.
    const label = await chart.locator('svg text:visible').last().boundingBox();
    expect(label?.height).toBeGreaterThan(9);
    expect(browser.takeErrors()).toEqual([`left the site: ${thread}`]);
  } finally {
    forum.closeAllConnections();
    forum.close();
  }
});
