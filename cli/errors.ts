import { CommanderError } from 'commander';
import { domainErrorOf } from '../src/db/constraints.ts';
import { codeOf, type DomainError, type ErrorKind, messageOf, unavailable } from '../src/lib/errors.ts';
import { draftedFile } from '../src/lib/process/drafts.ts';
import { printError } from './output.ts';

/** Exit codes of the process (docs/operations.md "Command line"). */
export const EXIT = {
  done: 0,
  failed: 1,
  usageError: 2,
  notFound: 3,
  conflict: 4,
  interrupted: 130,
} as const;

const EXIT_OF_KIND: Partial<Record<ErrorKind, number>> = {
  invalid: EXIT.usageError,
  not_found: EXIT.notFound,
  conflict: EXIT.conflict,
};

/** The command line is invalid; the message names the flag. */
export class UsageError extends Error {
  override name = 'UsageError';
}

const CHOOSE = 'choose another file';
const FILE_PROBLEMS: Record<string, (path: string) => string> = {
  ENOENT: (path) => `The folder of ${path} does not exist: create it, or ${CHOOSE}.`,
  ENOTDIR: (path) => `A part of the path ${path} is not a folder: ${CHOOSE}.`,
  EISDIR: (path) => `${path} is a folder: ${CHOOSE}.`,
  EACCES: (path) => `Permission denied: ${path}. Change its permissions, or ${CHOOSE}.`,
  EPERM: (path) => `Permission denied: ${path}. Change its permissions, or ${CHOOSE}.`,
  ENAMETOOLONG: (path) => `The path ${path} is too long: ${CHOOSE}.`,
  EROFS: (path) => `The disk of ${path} is read-only: ${CHOOSE}.`,
  ENOSPC: () => 'The disk of the file is full: free some space, or choose a file on another disk.',
};

/** What is wrong with a file that a command writes, and what to do; undefined for other errors. */
function fileSentence(error: unknown): string | undefined {
  const { syscall, path = '' } = error as NodeJS.ErrnoException;
  return syscall === undefined ? undefined : FILE_PROBLEMS[codeOf(error)]?.(draftedFile(path));
}

/** The command ran to its end, or help was asked for, but the output could not be written. */
export const outputFailed = (cause: unknown, wasHelp: boolean): DomainError =>
  unavailable(
    'OUTPUT_FAILED',
    `${wasHelp ? 'The help' : 'The command is done, but its output'} could not be written. ${fileSentence(cause) ?? messageOf(cause)}`,
  );

const usageSentence = ({ code, message }: CommanderError): string =>
  code === 'commander.help' ? 'Give a command; --help lists them.' : message.replace(/^error: /, '');

/** Prints an error for the operator. @returns the exit code */
export function reportFailure(
  error: unknown,
  { json, verbose }: { json: boolean; verbose: boolean },
): number {
  if (error instanceof CommanderError) {
    // Without --json, commander has already printed the message.
    if (json) printError(json, { error: usageSentence(error), code: 'USAGE' });
    return EXIT.usageError;
  }
  if (error instanceof UsageError) {
    printError(json, { error: error.message, code: 'USAGE' });
    return EXIT.usageError;
  }
  // Ctrl-C or Ctrl-D in a prompt.
  if (error instanceof Error && /^(Exit|Abort)PromptError$/.test(error.name)) return EXIT.interrupted;
  const ofFile = fileSentence(error);
  const known = ofFile === undefined ? domainErrorOf(error) : undefined;
  if (known) {
    const details = known.extras.details ?? [];
    printError(json, { error: known.message, code: known.code, ...(details.length > 1 && { details }) });
    return EXIT_OF_KIND[known.kind] ?? EXIT.failed;
  }
  printError(json, { error: ofFile ?? messageOf(error), code: 'FAILED' });
  if (verbose && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return EXIT.failed;
}
