/** What every child of a test shares with it: where programs are, and the time and zone of `npm run test:dates`. */
const INHERITED = /^(PATH|TZ|LD_PRELOAD|FAKETIME.*)$/;

/** The environment of a process that a test starts: the given settings, and none of the shell's. */
export const childEnv = (settings: Record<string, string>): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && INHERITED.test(name) ? [[name, value]] : [],
    ),
  ),
  ...settings,
});
