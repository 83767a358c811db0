/** Names that could impersonate the site. The command line can still create such accounts. */
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
 * Reduces a name to how it looks, so that look-alike names collide and only one of them can exist. Ignores case and
 * separators; `0` becomes `o`, `1` and `i` become `l`, `rn` becomes `m`, `vv` becomes `w`.
 *
 * The migration that adds the column contains the same rules in SQL.
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

/** Whether a name is reserved or looks like a reserved name. */
export const isReservedUsername = (username: string): boolean =>
  RESERVED_SKELETONS.has(usernameSkeleton(username));
