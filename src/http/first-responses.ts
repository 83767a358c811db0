import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** More than V8 makes before it fixes the size of a class's objects. */
const FIRST = 8;

/**
 * Makes the first responses of a process, which nobody receives, so that all later ones are small and quick to make.
 *
 * V8 fixes the size of a class's objects when it has made seven, by the properties that it knows of them
 * (https://v8.dev/blog/slack-tracking). A garbage collection before that removes what it knows. After a few probes and an
 * idle time, all later responses had too little room: V8 copied their properties from list to list, and a response
 * from memory took 1.5 times as long.
 */
export function makeFirstResponses(): void {
  const socket = new Socket();
  for (let made = 0; made < FIRST; made += 1)
    new ServerResponse(new IncomingMessage(socket)).writeHead(200, ['name', 'value']).end('body');
}
