import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { marketdexProgram } from './program.ts';

interface Named {
  name: string;
  command: Command;
}

const commandsOf = (group: Command, path: readonly string[] = []): Named[] =>
  group.commands.flatMap((command) => {
    const names = [...path, command.name()];
    return command.commands.length > 0 ? commandsOf(command, names) : [{ name: names.join(' '), command }];
  });

/** What `--help` prints. */
function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  return text;
}

const commands = commandsOf(marketdexProgram({ json: false }));

it('has commands', () => expect(commands.length).toBeGreaterThan(40));

it.each(commands)(
  'the help of $name has an example and the options of every command',
  ({ name, command }) => {
    const help = helpOf(command);
    expect(help).toMatch(new RegExp(`\\n  .*npm run (-s )?cli -- ${name}\\b`));
    expect(help).toContain('--json');
    const withoutText = command.options.filter(({ description }) => !description);
    expect(withoutText.map(({ flags }) => flags)).toEqual([]);
    const marked = help.split('\n').filter((line) => line.endsWith('(required)'));
    expect(marked).toHaveLength(command.options.filter(({ mandatory }) => mandatory).length);
  },
);
