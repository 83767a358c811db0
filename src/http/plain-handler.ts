import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** A handler that express can mount, but that needs nothing of express. */
export type PlainHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** The headers that handlers set on a request from an origin, for responses that they do not see. */
export function headersSetBy(handlers: readonly PlainHandler[], origin?: string): Record<string, string> {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET' });
  if (origin !== undefined) request.headers.origin = origin;
  const response = new ServerResponse(request);
  for (const handle of handlers) handle(request, response, () => undefined);
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}
