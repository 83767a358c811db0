import type { Page, WebSocket } from 'playwright-core';
import { eventually } from './eventually.ts';

export interface Sockets {
  opened: WebSocket[];
  /** What the server said over them. */
  heard: string[];
  prepare: (page: Page) => Promise<unknown>;
}

/** Watches the sockets of a page that is about to be opened. */
export function watchSockets(): Sockets {
  const [opened, heard]: [WebSocket[], string[]] = [[], []];
  const prepare = async (page: Page) =>
    page.on('websocket', (socket) => {
      opened.push(socket);
      socket.on('framereceived', ({ payload }) => heard.push(String(payload)));
    });
  return { opened, heard, prepare };
}

/** Waits until so many channels are open: from then on the page hears of what happens. */
export const channelsOpen = ({ heard }: Sockets, count: number) =>
  eventually(() => heard.filter((frame) => frame.includes('"started"')).length).toBe(count);
