import { expect, it } from 'vitest';
import { LOST_UPGRADE } from '../../modules/health/setup.probes.ts';
import { TestSocket } from '../../testing/clients/socket.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();
/** As it comes through a proxy that removes the header Upgrade. */
const asRequest = () =>
  fetch(`${server.url}/trpc?connectionParams=1`, {
    headers: { 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==' },
  });
const logged = () => server.log.lines.filter(({ msg }) => msg === LOST_UPGRADE).length;

it('refuses a WebSocket without its headers, and logs it once a minute while none is open', async () => {
  const socket = await TestSocket.open(server);
  const refused = await asRequest();
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ error: { data: { reason: 'UPGRADE_MISSING' } } });
  expect(logged()).toBe(0);
  socket.client.close();
  await expect.poll(async () => (await asRequest()) && logged()).toBe(1);
  await asRequest();
  expect(logged()).toBe(1);
});

it('reads ordinary calls that have such a header', async () => {
  const headers = { 'Sec-WebSocket-Key': 'x' };
  expect((await fetch(`${server.url}/trpc/auth.profile?input={}`, { headers })).status).toBe(401);
});
