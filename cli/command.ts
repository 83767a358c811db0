import { Command } from 'commander';

/** A command, or a group of commands, of the command line. */
export class CliCommand extends Command {
  override createCommand(name?: string): CliCommand {
    return new CliCommand(name);
  }

  /** Text below the options in the help of the command. */
  notes(text: string): this {
    return this.addHelpText('after', text);
  }

  /** An example below the options, without what starts the command line: `db status`. */
  example(words: string): this {
    return this.notes(`\nExample:\n  npm run cli -- ${words}`);
  }

  /** @param work gets the arguments, and then the options of the command together with the global ones */
  runs<Given extends unknown[]>(work: (...given: Given) => Promise<void>): this {
    return this.action((...given: unknown[]) => {
      const args = given.slice(0, -2);
      return work(...([...args, this.optsWithGlobals()] as Given));
    });
  }
}
