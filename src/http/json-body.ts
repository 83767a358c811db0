import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import express, { type NextFunction, type Request, type Response } from 'express';
import { LIMITS } from '../contract/shared/limits.ts';
import { DomainError } from '../lib/errors.ts';

export const notSentAsJson = new DomainError(
  'unsupported_media',
  'UNSUPPORTED_MEDIA_TYPE',
  'Send the body as application/json.',
);

export const badCharset = new DomainError('unsupported_media', 'BAD_CHARSET', 'Send the body in UTF-8.');

/** A request that cannot be read. */
export const invalidRequest = (code: string, message: string) =>
  new DomainError('invalid', code, message, { details: [message] });

const notUtf8 = invalidRequest('BAD_BODY', 'The body is not text in UTF-8.');

const hasBody = (request: Request) =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

/** Refuses a body that is not JSON before anything reads it as empty. */
export function requireJson(request: Request, _response: Response, next: NextFunction): void {
  if (hasBody(request) && !request.is('application/json')) throw notSentAsJson;
  next();
}

const options = {
  limit: LIMITS.bodyBytes,
  /** The parsers replace all other bytes by the same sign, so that different passwords would become equal. */
  verify(_request: IncomingMessage, _response: unknown, body: Buffer, charset: string) {
    if (charset !== 'utf-8') throw badCharset;
    if (!isUtf8(body)) throw notUtf8;
  },
};

/** Reads the body of a request as a JSON value. */
export const parseJsonBody = express.json({ ...options, strict: false });

/** Reads the body of a request as the text of a JSON value. */
export const readJsonBody = express.text({ ...options, type: 'application/json', defaultCharset: 'utf-8' });
