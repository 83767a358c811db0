import type { IncomingMessage, ServerResponse } from 'node:http';

/** A handler that express can mount, but that needs nothing of express. */
export type PlainHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;
