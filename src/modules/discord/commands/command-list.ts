import { LIMITS } from '../../../contract/shared/limits.ts';
import { keysOf } from '../../../contract/shared/record.ts';

const TEXT = 3;
/** Discord's limit for the length of an option; a set can be longer only on the site. */
const MAX_OPTION_LENGTH = 6_000;

/** In servers and for accounts; in channels, and in direct messages with the application and with others. */
const everywhere = { integration_types: [0, 1], contexts: [0, 1, 2] };

/** An option with a search, for which choices are offered. */
const search = (name: string, description: string) => ({
  type: TEXT,
  name,
  description,
  required: true,
  autocomplete: true,
  min_length: LIMITS.autocomplete.minChars,
  max_length: LIMITS.name.max,
});

/** The commands by name. Their texts have at most 100 characters each. */
const COMMANDS = {
  price: {
    description: 'What an item or pokemon sold for',
    options: [
      search('name', 'A name, or a search such as: adamant 5x31 garchomp <1m'),
      {
        type: TEXT,
        name: 'filter',
        description: 'Narrows it down: nature, IVs, ability, price, date',
        // Together with the name and a space, a search of the permitted length.
        max_length: LIMITS.search.length - LIMITS.name.max - 1,
      },
    ],
  },
  check: {
    description: 'What similar sales went for',
    options: [
      {
        type: TEXT,
        name: 'set',
        description:
          'A set as Showdown exports it, or a search such as: adamant garchomp 31/31/31/x/31/31 500k',
        required: true,
        max_length: MAX_OPTION_LENGTH,
      },
    ],
  },
  follow: {
    description: 'Follow a search, and hear of new sales',
    options: [search('search', 'A name, or a search such as: adamant 5x31 garchomp <1m')],
  },
};
export const COMMAND_NAMES = keysOf(COMMANDS);
export type CommandName = keyof typeof COMMANDS;

/** What `discord register` registers. */
export const COMMAND_LIST = COMMAND_NAMES.map((name) => ({ name, ...COMMANDS[name], ...everywhere }));
