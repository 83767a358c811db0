import { LIMITS } from '../../../contract/shared/limits.ts';
import { COMMAND_TEXTS } from './command-texts.ts';
import type { CommandName } from './interaction.ts';

/** A command as Discord registers it. */
export interface CommandDefinition {
  name: CommandName;
  description: string;
  options: object[];
  integration_types: number[];
  contexts: number[];
}

const TEXT = 3;
/** Discord's limit for the length of an option; a set can be longer only on the site. */
const MAX_OPTION_LENGTH = 6_000;

const { price, check, follow } = COMMAND_TEXTS;
/** In servers and for accounts; in channels, and in direct messages with the application and with others. */
const everywhere = { integration_types: [0, 1], contexts: [0, 1, 2] };

const search = (name: string, description: string) => ({
  type: TEXT,
  name,
  description,
  required: true,
  autocomplete: true,
  min_length: LIMITS.autocomplete.minChars,
  max_length: LIMITS.name.max,
});

/** The commands that `discord register` registers. */
export const COMMAND_LIST: readonly CommandDefinition[] = [
  {
    name: 'price',
    description: price.description,
    options: [
      search('name', price.name),
      {
        type: TEXT,
        name: 'filter',
        description: price.filter,
        // Together with the name and a space, a search of the permitted length.
        max_length: LIMITS.search.length - LIMITS.name.max - 1,
      },
    ],
    ...everywhere,
  },
  {
    name: 'check',
    description: check.description,
    options: [
      { type: TEXT, name: 'set', description: check.set, required: true, max_length: MAX_OPTION_LENGTH },
    ],
    ...everywhere,
  },
  {
    name: 'follow',
    description: follow.description,
    options: [search('search', follow.search)],
    ...everywhere,
  },
];
