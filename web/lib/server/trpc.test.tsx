import { afterEach, expect, it, vi } from 'vitest';
import { ASH } from '../../testing/render.tsx';
import { createQueryClient } from './query-client.ts';
import { sessionStore } from './session-store.ts';
import { createClient } from './trpc.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStore.set(null);
});

it('sends no calls of two sessions in one batch', async () => {
  const tokens: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    tokens.push(new Headers(headers).get('authorization'));
    const result = { data: { unread: 0, rejected: 0 } };
    return new Response(JSON.stringify([{ result }, { result }]));
  });
  const { inbox } = createClient(createQueryClient());
  const answers = [];
  for (const token of ['one', 'another']) {
    sessionStore.set({ token, user: ASH });
    answers.push(inbox.count.query({}), inbox.count.query({}));
  }
  await Promise.all(answers);
  expect(tokens).toEqual(['Bearer one', 'Bearer another']);
});

/** Counts the open connections. */
function stubSockets() {
  const open = new Set<EventTarget>();
  class Socket extends EventTarget {
    readyState = 0;
    constructor() {
      super();
      open.add(this);
      setTimeout(() => {
        this.readyState = 1;
        this.dispatchEvent(new Event('open'));
      });
    }
    send() {}
    close() {
      this.readyState = 3;
      open.delete(this);
      this.dispatchEvent(new Event('close'));
    }
  }
  vi.stubGlobal('WebSocket', Object.assign(Socket, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 }));
  return open;
}

it('opens no connection for a subscription that ended before its script was loaded', async () => {
  const open = stubSockets();
  sessionStore.set({ token: 'one', user: ASH });
  const { inbox } = createClient(createQueryClient());
  const ignored = { onError: () => undefined };
  inbox.live.subscribe({}, ignored).unsubscribe();
  await import('./live-link.ts');
  await new Promise((resolve) => setTimeout(resolve));
  expect(open.size).toBe(0);
  inbox.live.subscribe({}, ignored);
  await expect.poll(() => open.size).toBe(1);
});
