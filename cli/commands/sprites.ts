import type { Command } from 'commander';
import type { BrokenLink } from '../../src/modules/sprites/sprite-links.service.ts';
import { EXIT } from '../errors.ts';
import { openInput } from '../files.ts';
import { printImport } from '../import-report.ts';
import { count, counted, printNote, printResult, progress, table } from '../output.ts';
import { type GlobalOptions, withServices } from '../run.ts';

interface ImportOptions extends GlobalOptions {
  dryRun?: boolean;
}

interface CheckOptions extends GlobalOptions {
  fix?: boolean;
  online?: boolean;
}

async function importSprites(path: string, options: ImportOptions): Promise<void> {
  const dryRun = Boolean(options.dryRun);
  const { stream } = await openInput(path);
  const report = await withServices(options, ({ spriteImport }) => spriteImport.run(stream, { dryRun }));
  printImport(report, 'sprite', Boolean(options.json), dryRun);
}

const faultTable = (faulty: readonly BrokenLink[]) =>
  table(
    ['id', 'pokemon', 'variant', 'link', 'fault'],
    faulty.map(({ id, pokemon_name: pokemon, variant, imgur_url: link, fault }) => ({
      id,
      pokemon,
      variant,
      link,
      fault,
    })),
  );

async function check(options: CheckOptions): Promise<void> {
  const json = Boolean(options.json);
  await withServices(options, async ({ spriteLinks }) => {
    const { checked, fixed, faulty } = await spriteLinks.check({ fix: Boolean(options.fix) });
    let asked: BrokenLink[] | null = [];
    if (options.online) {
      const bar = progress(checked);
      asked = await spriteLinks.probe((done, of) => bar.update(done, `${count(done)} of ${count(of)} asked`));
      bar.stop();
    }
    const offline = asked === null;
    const all = [...faulty, ...(asked ?? [])];
    printResult(json, { checked, fixed, faulty: all, online: options.online ? !offline : null }, () =>
      [
        ...(all.length ? [faultTable(all), ''] : []),
        `${counted(checked, 'sprite')} checked, ${count(fixed)} fixed, ${count(all.length)} faulty`,
      ].join('\n'),
    );
    if (offline && !json) printNote('No image host answers: this machine seems to be offline.');
    if (all.length || offline) process.exitCode = EXIT.failed;
  });
}

/** `sprites`: the pictures of pokemon on the image hosts. */
export function spritesCommands(program: Command): void {
  const sprites = program
    .command('sprites')
    .description('take over pictures of pokemon; check where they are');

  sprites
    .command('import')
    .description('add sprites from a CSV file; those that there are stay as they are')
    .argument('<csv>', 'the file; - is standard input')
    .option('--dry-run', 'report the same and write nothing')
    .addHelpText(
      'after',
      `
The first line names the columns: pokemon_name, variant and imgur_url, and, as you like, pokemon_id. A link to a page
of the image host becomes the link of the picture. A line that breaks a rule is refused and named; the others are
taken. Refused lines make the exit code 1.

Example:
  npm run cli -- sprites import sprites.csv --dry-run`,
    )
    .action((path: string, _, command: Command) => importSprites(path, command.optsWithGlobals()));

  sprites
    .command('check')
    .description('find sprites whose picture cannot be shown: no direct link, a host that is not allowed')
    .option('--fix', 'make links to pages of the image host direct')
    .option('--online', 'ask the hosts too whether they have the pictures')
    .addHelpText(
      'after',
      '\nFaulty sprites make the exit code 1, and so does a machine that is offline with --online.',
    )
    .action((_, command: Command) => check(command.optsWithGlobals()));
}
