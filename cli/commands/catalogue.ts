import type { CliCommand } from '../command.ts';
import { importAction, importCommand } from '../import-command.ts';

export function catalogueCommands(program: CliCommand): void {
  const catalogue = program.command('catalogue').description('extend the item catalogue');

  importCommand(catalogue, 'add items from a CSV file; existing items are not changed')
    .notes(`
The first line names the columns: name, and optionally category and image_url. Pictures must be at one of IMAGE_HOSTS;
links to pages of imgur become direct links.
Invalid lines are reported and refused; the others are imported. Refused lines make the exit code 1.`)
    .example('catalogue import items.csv --dry-run')
    .runs(importAction('item', ({ itemImport }) => itemImport));
}
