import { buffer } from 'node:stream/consumers';
import inquirer from 'inquirer';
import type { z } from 'zod';
import { zNewPassword } from '../src/contract/accounts/account.ts';
import { describeIssues } from '../src/contract/shared/validation.ts';
import { UsageError } from './errors.ts';
import { printNote } from './output.ts';
import type { GlobalOptions } from './run.ts';

/** Prompts need a terminal and are never used with --json. */
const canPrompt = (json: boolean | undefined) =>
  !json && Boolean(process.stdin.isTTY && process.stdout.isTTY);

type Ask = ReturnType<typeof inquirer.createPromptModule>;

/** Asks once. Ctrl-D, which ends the input, interrupts like Ctrl-C: the library would wait without end. */
async function prompt<T>(once: (ask: Ask) => Promise<T>): Promise<T> {
  const { stdin } = process;
  const ended = new AbortController();
  const endIfPaused = () => setImmediate(() => stdin.isPaused() && ended.abort());
  // After Ctrl-Z, Node pauses the input too, and nothing else resumes it.
  const resume = () => process.nextTick(() => stdin.resume());
  stdin.on('pause', endIfPaused);
  process.on('SIGCONT', resume);
  try {
    return await once(inquirer.createPromptModule({ signal: ended.signal }));
  } finally {
    process.off('SIGCONT', resume);
    stdin.off('pause', endIfPaused);
    stdin.pause();
  }
}

interface Question {
  message: string;
  /** The flag that gives the answer when a prompt is impossible. */
  flag: string;
}

/** The flags of a command that needs consent. */
export interface ConsentOptions extends GlobalOptions {
  yes?: boolean;
}

/** A validator for inquirer: true, or the first error of an answer. */
const validator = (schema: z.ZodType) => (answer: string) => {
  const { error } = schema.safeParse(answer);
  return error === undefined || (describeIssues(error)[0]?.message ?? false);
};

function requirePrompt(json: boolean | undefined, flag: string): void {
  if (!canPrompt(json))
    throw new UsageError(`${flag} is missing: the command asks for it only in a terminal and without --json`);
}

/**
 * A line of text: the value of the flag, or the answer to a prompt.
 *
 * @throws UsageError naming the flag when it is missing and a prompt is impossible.
 */
export async function askText(
  given: string | undefined,
  json: boolean | undefined,
  question: Question & { schema: z.ZodType },
): Promise<string> {
  if (given !== undefined) return given;
  requirePrompt(json, question.flag);
  const { answer } = await prompt((ask) =>
    ask([{ type: 'input', name: 'answer', message: question.message, validate: validator(question.schema) }]),
  );
  return answer;
}

/** One of several choices; see `askText`. */
export async function askChoice<T extends string>(
  given: T | undefined,
  json: boolean | undefined,
  question: Question & { choices: readonly T[] },
): Promise<T> {
  if (given !== undefined) return given;
  requirePrompt(json, question.flag);
  const { answer } = await prompt((ask) =>
    ask([{ type: 'select', name: 'answer', message: question.message, choices: [...question.choices] }]),
  );
  return answer as T;
}

/**
 * Asks for confirmation before a destructive action; true when the action may proceed. Otherwise prints that nothing was
 * changed.
 *
 * @param why the flag is needed, if it is not always
 * @throws UsageError naming the flag when it is missing and a prompt is impossible.
 */
export async function askConsent({ yes, json }: ConsentOptions, message: string, why = ''): Promise<boolean> {
  if (yes) return true;
  requirePrompt(json, `--yes${why}`);
  const { answer } = await prompt((ask) =>
    ask([{ type: 'confirm', name: 'answer', message, default: false }]),
  );
  if (!answer) printNote('Nothing was changed.');
  return Boolean(answer);
}

/** A value from standard input, without the final line break; in a terminal, typed and hidden. */
export async function readSecret(message: string): Promise<string> {
  if (process.stdin.isTTY) {
    const { answer } = await prompt((ask) => ask([{ type: 'password', name: 'answer', message, mask: '•' }]));
    return answer;
  }
  return (await buffer(process.stdin)).toString('utf8').replace(/\r?\n$/, '');
}

/** @throws UsageError for several lines, as the fields of forms take none */
async function readPassword(message: string): Promise<string> {
  const password = await readSecret(message);
  if (!/[\r\n]/.test(password)) return password;
  throw new UsageError('Standard input has more than one line: a password is one line');
}

/** A new password: from standard input when `fromStdin`, otherwise typed twice and hidden; see `askText`. */
export async function askNewPassword(
  fromStdin: boolean | undefined,
  json: boolean | undefined,
  message: string,
): Promise<string> {
  if (fromStdin) return readPassword(message);
  requirePrompt(json, '--password-stdin');
  const { answer } = await prompt((ask) =>
    ask([{ type: 'password', name: 'answer', message, mask: '•', validate: validator(zNewPassword) }]),
  );
  const same = (again: string) => again === answer || 'The passwords do not match';
  await prompt((ask) =>
    ask([{ type: 'password', name: 'again', message: 'Repeat the password', mask: '•', validate: same }]),
  );
  return answer;
}
