import { counted, formatNumber } from '../../src/contract/shared/plural.ts';
import type { BrokenLink } from '../../src/modules/sprites/sprite-links.service.ts';
import type { CliCommand } from '../command.ts';
import { EXIT } from '../errors.ts';
import { importAction, importCommand } from '../import-command.ts';
import { printNote, printResult, table, withProgress } from '../output.ts';
import { type GlobalOptions, withServices } from '../run.ts';

const problemTable = (broken: readonly BrokenLink[]) =>
  table(
    broken.map(({ id, pokemon_name: pokemon, variant, imgur_url: link, error: problem }) => ({
      id,
      pokemon,
      variant,
      link,
      problem,
    })),
  );

async function check(options: GlobalOptions & { fix?: boolean; online?: boolean }): Promise<void> {
  const { json } = options;
  await withServices(options, async ({ spriteLinks }) => {
    const { checked, fixed, broken } = await spriteLinks.check({ fix: Boolean(options.fix) });
    let unreachable: BrokenLink[] | null = [];
    if (options.online)
      unreachable = await withProgress(checked, (bar) =>
        spriteLinks.probe((done, total) =>
          bar.update(done, `${formatNumber(done)} of ${formatNumber(total)} requested`),
        ),
      );
    const offline = unreachable === null;
    const all = [...broken, ...(unreachable ?? [])];
    printResult(json, { checked, fixed, broken: all, online: options.online ? !offline : null }, () =>
      [
        ...(all.length ? [problemTable(all), ''] : []),
        `${counted(checked, 'sprite')} checked, ${formatNumber(fixed)} fixed, ${formatNumber(all.length)} broken`,
      ].join('\n'),
    );
    if (offline && !json) printNote('No image host responds: this machine seems to be offline.');
    if (all.length || offline) process.exitCode = EXIT.failed;
  });
}

export function spritesCommands(program: CliCommand): void {
  const sprites = program.command('sprites').description('import images of pokemon and check their links');

  importCommand(sprites, 'add sprites from a CSV file; existing sprites are not changed')
    .notes(`
The first line names the columns: pokemon_name, variant, imgur_url and optionally pokemon_id. A link to a page of the
image host is replaced with the direct link to the image. Invalid lines are reported and refused; the others are
imported. Refused lines make the exit code 1.`)
    .example('sprites import sprites.csv --dry-run')
    .runs(importAction('sprite', ({ spriteImport }) => spriteImport));

  sprites
    .command('check')
    .description('find sprites whose image cannot be shown: no direct link, or a host that is not allowed')
    .option('--fix', 'replace links to pages of the image host with direct links')
    .option('--online', 'also request each image from its host')
    .notes('Broken links make the exit code 1, and so does --online on a machine that is offline.')
    .example('sprites check --online')
    .runs(check);
}
