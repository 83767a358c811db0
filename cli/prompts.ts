import inquirer from 'inquirer';
import { UsageError } from './errors.ts';

/** Questions are asked of a person only: at a terminal, and never with --json. */
const personIsThere = (json: boolean) => !json && Boolean(process.stdin.isTTY && process.stdout.isTTY);

interface Question {
  /** What is asked. */
  message: string;
  /** The flag that answers it, for whoever cannot be asked. */
  flag: string;
  /** What is wrong with an answer; null when nothing is. */
  fault?: (answer: string) => string | null;
}

const valid = (question: Question) => (answer: string) => question.fault?.(answer) ?? true;

function refuseUnlessAsked(json: boolean, { flag }: Question): void {
  if (!personIsThere(json)) throw new UsageError(`${flag} is missing`);
}

/**
 * A line of text: what the flag gave, or the answer of the person at the terminal.
 *
 * @throws UsageError naming the flag when it is missing and nobody can be asked.
 */
export async function askText(given: string | undefined, json: boolean, question: Question): Promise<string> {
  if (given !== undefined) return given;
  refuseUnlessAsked(json, question);
  const { answer } = await inquirer.prompt([
    { type: 'input', name: 'answer', message: question.message, validate: valid(question) },
  ]);
  return answer;
}

/** One of a few; see `askText`. */
export async function askChoice<T extends string>(
  given: T | undefined,
  json: boolean,
  question: Question & { choices: readonly T[] },
): Promise<T> {
  if (given !== undefined) return given;
  refuseUnlessAsked(json, question);
  const { answer } = await inquirer.prompt([
    { type: 'select', name: 'answer', message: question.message, choices: [...question.choices] },
  ]);
  return answer as T;
}

/**
 * The second act before something that matters; true when it may be done.
 *
 * @param given the flag was set
 * @throws UsageError naming the flag when it is missing and nobody can be asked.
 */
export async function askConsent(given: boolean, json: boolean, question: Question): Promise<boolean> {
  if (given) return true;
  refuseUnlessAsked(json, question);
  const { answer } = await inquirer.prompt([
    { type: 'confirm', name: 'answer', message: question.message, default: false },
  ]);
  return Boolean(answer);
}

/** Everything on standard input, less one line end (docs/api.md "Command line"). */
export async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

/** A new password: from standard input when `fromStdin`, else typed twice, unseen; see `askText`. */
export async function askNewPassword(fromStdin: boolean, json: boolean, question: Question): Promise<string> {
  if (fromStdin) return readStandardInput();
  refuseUnlessAsked(json, question);
  const { answer } = await inquirer.prompt([
    { type: 'password', name: 'answer', message: question.message, mask: '•', validate: valid(question) },
  ]);
  const same = (again: string) => again === answer || 'The passwords differ';
  await inquirer.prompt([
    { type: 'password', name: 'again', message: 'The same again', mask: '•', validate: same },
  ]);
  return answer;
}
