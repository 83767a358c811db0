import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { askConsent } from './prompts.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Asks for consent in a terminal in which these keys are pressed, one after the other. */
function consentWith(...keys: string[]): Promise<boolean> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()].map((stream) =>
    Object.assign(stream, { isTTY: true }),
  );
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as never);
  vi.spyOn(process, 'stdout', 'get').mockReturnValue(stdout as never);
  stdout?.once('data', async () => {
    for (const key of keys) {
      await setImmediate();
      stdin?.write(key);
    }
  });
  return askConsent({}, 'Delete it?');
}

it('takes an answer', async () => {
  expect(await consentWith('y\r')).toBe(true);
});

it('continues after Ctrl-Z', async () => {
  vi.spyOn(process, 'kill').mockImplementation(() => {
    process.emit('SIGCONT');
    return true;
  });
  expect(await consentWith('\x1a', 'y\r')).toBe(true);
  expect(process.kill).toHaveBeenCalledWith(process.pid, 'SIGTSTP');
  expect(process.stdin.isPaused()).toBe(true);
});

it.each([
  ['Ctrl-C', '\x03', 'ExitPromptError'],
  ['Ctrl-D', '\x04', 'AbortPromptError'],
])('ends at %s', async (_, keys, name) => {
  await expect(consentWith(keys)).rejects.toMatchObject({ name });
});
