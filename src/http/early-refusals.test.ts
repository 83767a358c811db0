import { expect, it } from 'vitest';
import { testServer } from '../testing/run/server.ts';

const ORIGIN = 'https://tools.example';
const server = testServer({ RATE_LIMIT_FACTOR: '0.001', CORS_ORIGINS: ORIGIN });

it('answers pages of other sites whether they may call while visitors of the same address are refused', async () => {
  await expect.poll(async () => (await fetch(`${server.url}/api/items`)).status).toBe(429);
  const asked = await fetch(`${server.url}/api/auth/profile`, {
    method: 'OPTIONS',
    headers: { origin: ORIGIN, 'access-control-request-method': 'GET' },
  });
  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-origin')).toBe(ORIGIN);
});
