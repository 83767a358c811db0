/**
 * Variables that every child process inherits: the program path, the compile cache of the test run, and the time and
 * zone of `npm run test:dates`.
 */
const INHERITED = /^(PATH|NODE_COMPILE_CACHE|TZ|LD_PRELOAD|FAKETIME.*)$/;

/** The environment of a child process: the given settings, without the shell's. */
export const childEnv = (settings: Record<string, string>): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && INHERITED.test(name) ? [[name, value]] : [],
    ),
  ),
  // A warning about a slow statement of a busy machine would be an unexpected line.
  SLOW_QUERY_MS: '3600000',
  ...settings,
});
