import { expect, it } from 'vitest';
import { type LineFacts, lineFacts } from './logs-line.tsx';

const NONE: LineFacts = { target: null, status: null, failed: false, duration: null };

it.each<[Record<string, unknown>, Partial<LineFacts>]>([
  [{}, {}],
  [{ target: 'ash_k', action: 'sign-in.failed' }, { target: 'ash_k' }],
  [
    { status: 'ok', type: 'query', ms: 12 },
    { status: 'ok', duration: 12 },
  ],
  [
    { status: 'ok', type: 'query', reads: 1204, ms: 12 },
    { target: '1,204 reads', status: 'ok', duration: 12 },
  ],
  [
    { status: 'UNAUTHORIZED', ms: 0 },
    { status: 'UNAUTHORIZED', failed: true, duration: 0 },
  ],
  [
    { method: 'GET', address: '/api/none', status: 404 },
    { target: 'GET /api/none', status: '404', failed: true },
  ],
  [
    { method: 'OPTIONS', address: '/api/items', status: 204 },
    { target: 'OPTIONS /api/items', status: '204' },
  ],
  [{ status: 'ended early' }, { status: 'ended early', failed: true }],
  [{ target: { odd: true }, status: null, ms: '12' }, {}],
])('%o', (metadata, facts) => {
  const line = {
    id: '019a8d2e-5b1c-7000-8000-000000000001',
    timestamp: '2026-03-12T18:00:30.500Z',
    level: 'info',
    category: 'api' as const,
    message: 'request',
    metadata,
    user: null,
    ip: null,
  };
  expect(lineFacts(line)).toEqual({ ...NONE, ...facts });
});
