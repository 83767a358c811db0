import { Command } from 'commander';
import { plural } from '../src/contract/shared/plural.ts';

/** A command, or a group of commands, of the command line. */
export class CliCommand extends Command {
  override createCommand(name?: string): CliCommand {
    return new CliCommand(name);
  }

  /** Text below the options in the help of the command. */
  notes(text: string): this {
    return this.addHelpText('after', `\n${text.trim()}`);
  }

  /** Examples at the end of the help. What starts the command line can be left out: `db status`. */
  example(...lines: string[]): this {
    const shown = lines.map((line) => `  ${line.includes('npm run') ? line : `npm run cli -- ${line}`}`);
    return this.notes([`${plural(lines.length, 'Example')}:`, ...shown].join('\n'));
  }

  /** @param work gets the arguments, and then the options of the command together with the global ones */
  runs<Given extends unknown[]>(work: (...given: Given) => Promise<void>): this {
    return this.action((...given: unknown[]) => {
      const args = given.slice(0, -2);
      return work(...([...args, this.optsWithGlobals()] as Given));
    });
  }
}
