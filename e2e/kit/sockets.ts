import type { Page, WebSocket } from 'playwright-core';
import { expect } from 'vitest';

export interface Sockets {
  opened: WebSocket[];
  /** The frames received from the server. */
  received: string[];
  prepare: (page: Page) => Promise<unknown>;
}

/** Records the sockets of a page; `prepare` runs before it is opened. */
export function watchSockets(): Sockets {
  const [opened, received]: [WebSocket[], string[]] = [[], []];
  const prepare = async (page: Page) =>
    page.on('websocket', (socket) => {
      opened.push(socket);
      socket.on('framereceived', ({ payload }) => received.push(String(payload)));
    });
  return { opened, received, prepare };
}

/** Waits until at least this many subscriptions have started; from then on the page receives events. */
export const channelsOpen = ({ received }: Sockets, count: number) =>
  expect
    .poll(() => received.filter((frame) => frame.includes('"started"')).length)
    .toBeGreaterThanOrEqual(count);
