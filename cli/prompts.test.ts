import { PassThrough } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import { askConsent } from './prompts.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Asks for consent in a terminal in which these keys are pressed. */
function consentWith(keys: string): Promise<boolean> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()].map((stream) =>
    Object.assign(stream, { isTTY: true }),
  );
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as never);
  vi.spyOn(process, 'stdout', 'get').mockReturnValue(stdout as never);
  stdout?.once('data', () => setImmediate(() => stdin?.write(keys)));
  return askConsent({}, 'Delete it?');
}

it('takes an answer', async () => {
  expect(await consentWith('y\r')).toBe(true);
});

it.each([
  ['Ctrl-C', '\x03', 'ExitPromptError'],
  ['Ctrl-D', '\x04', 'AbortPromptError'],
])('ends at %s', async (_, keys, name) => {
  await expect(consentWith(keys)).rejects.toMatchObject({ name });
});
