/** Names that would speak for the site. An operator may still make such an account at the command line. */
const RESERVED = [
  'abuse',
  'admin',
  'administrator',
  'anonymous',
  'api',
  'checker',
  'contact',
  'help',
  'marketdex',
  'mod',
  'moderator',
  'noreply',
  'official',
  'operator',
  'owner',
  'postmaster',
  'reviewer',
  'root',
  'security',
  'staff',
  'support',
  'system',
  'team',
  'webmaster',
];

/**
 * What a name looks like at a glance: names with one skeleton cannot be told apart, and only one of them may exist.
 * Case and separators do not count; `0` looks like `o`, `1` and `i` like `l`, `rn` like `m`, `vv` like `w`.
 *
 * The migration that brought the column computes the same in SQL.
 */
export const usernameSkeleton = (username: string): string =>
  username
    .toLowerCase()
    .replace(/[._-]/g, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/0/g, 'o')
    .replace(/[1i]/g, 'l');

const RESERVED_SKELETONS = new Set(RESERVED.map(usernameSkeleton));

/** Whether a name is, or looks like, one that nobody may register. */
export const isReservedUsername = (username: string): boolean =>
  RESERVED_SKELETONS.has(usernameSkeleton(username));
