import { expect, it, vi } from 'vitest';
import { printLine } from './output.ts';

it('printed text cannot control the terminal, nor reverse what follows it', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  printLine('\x1b[2JMaster\u202e Ball\u2066\r\nPok\u00e9 Ball');
  expect(write.mock.calls).toEqual([['?[2JMaster? Ball??\nPok\u00e9 Ball\n']]);
});
