import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { recordServerDate } from '../lib/clock.ts';
import { clearAnnouncements } from '../ui/live-region.tsx';
import { dismissToasts } from '../ui/overlays/toast.tsx';
import { takeUnexpectedCalls } from './fake-server.ts';

// As in the browser (web/main.tsx).
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
// happy-dom has none. Tests of passkeys, which need a secure context, replace it.
Object.assign(globalThis, { isSecureContext: false });

/** Prints the document only when its message is read: most of these errors make a query wait for the next change. */
function elementError(message: string | null, container: Element): Error {
  const error = new Error();
  // Testing Library replaces the stack of an error of this name by that of the test.
  error.name = 'TestingLibraryElementError';
  Error.captureStackTrace(error, elementError);
  const get = () => `${message}\n\n${prettyDOM(container)}`;
  return Object.defineProperty(error, 'message', { get, configurable: true });
}

// The limit ends only what hangs.
configure({ asyncUtilTimeout: 20_000, getElementError: elementError });

const errors: unknown[][] = [];

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...args) => {
    errors.push(args);
  });
});

afterEach(() => {
  cleanup();
  dismissToasts();
  clearAnnouncements();
  localStorage.clear();
  sessionStorage.clear();
  // With milliseconds, so that the clocks agree.
  recordServerDate(new Date().toISOString());
  const [unexpected, logged] = [takeUnexpectedCalls(), errors.splice(0)];
  expect(unexpected, 'calls without an answer').toEqual([]);
  expect(logged, 'errors in the console').toEqual([]);
});

// Scripts that a screen loads ahead may still be loading when its last test ends.
afterAll(() => vi.dynamicImportSettled());
