import { expect, it, vi } from 'vitest';
import { printLine, printResult } from './output.ts';

it('printed text cannot control the terminal, nor reverse what follows it', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  printLine('\x1b[2JMaster\u202e Ball\u2066\r\nPok\u00e9 Ball');
  expect(write.mock.calls).toEqual([['?[2JMaster? Ball??\nPok\u00e9 Ball\n']]);
});

it('printed JSON cannot either, and loses nothing', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const document = { notes: '\x1b[2J\x9b2J\x7f\u202e\n' };
  printResult(true, document, () => '');
  const [[printed = ''] = []] = write.mock.calls as [string][];
  expect(printed).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  expect(JSON.parse(printed)).toEqual(document);
});
