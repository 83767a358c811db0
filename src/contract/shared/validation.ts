import type { z } from 'zod';
import { counted, formatNumber } from './plural.ts';

/** A validation error of one field, as a sentence for users. */
export interface FieldError {
  /** Path of the field; empty for an error of the whole input. */
  field: string;
  message: string;
}

/** Messages as one, joined by commas, before which none keeps its full stop. */
export const joinedMessages = (messages: readonly string[]): string =>
  messages.map((message, at) => (at < messages.length - 1 ? message.replace(/\.$/, '') : message)).join(', ');

/** Matches zod's default messages; the contract's messages start differently. */
const GENERIC = /^(Invalid|Too (small|big)|Unrecognized)/;

const TYPES: Partial<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function sizeOf(origin: string, bound: number | bigint): string {
  const size = Number(bound);
  if (origin === 'string') return `${counted(size, 'character')} long`;
  return origin === 'array' ? `${counted(size, 'entry', 'entries')} long` : formatNumber(size);
}

/** What a value must be, for a schema without a message. */
function ruleOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return /received undefined/.test(issue.message)
        ? 'is required'
        : `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return `must be at least ${sizeOf(issue.origin, issue.minimum)}`;
    case 'too_big':
      return `can be at most ${sizeOf(issue.origin, issue.maximum)}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    default:
      return 'is invalid';
  }
}

/** The name of the field at a path of the input. Names that a client makes up can be of any length. */
export const fieldAt = (path: readonly PropertyKey[]): string =>
  path.map((key) => String(key).slice(0, 100)).join('.');

function issueErrors(issue: z.core.$ZodIssue): FieldError[] {
  const field = fieldAt(issue.path);
  if (issue.code === 'unrecognized_keys')
    return issue.keys
      .map((key) => fieldAt([...issue.path, key]))
      .map((unknown) => ({ field: unknown, message: `Unknown field: ${unknown}` }));
  // An object whose kind or type says what else it has.
  if (issue.code === 'invalid_union' && GENERIC.test(issue.message) && 'options' in issue)
    return [{ field, message: `${issue.discriminator} must be one of ${issue.options?.join(', ')}` }];
  if (!GENERIC.test(issue.message)) return [{ field, message: issue.message }];
  return [{ field, message: `${field || 'Input'} ${ruleOf(issue)}` }];
}

/** All errors of a failed parse, one per field, in field order. */
export function describeIssues(error: { issues: readonly z.core.$ZodIssue[] }): FieldError[] {
  const seen = new Set<string>();
  return error.issues.flatMap(issueErrors).filter(({ field }) => {
    if (field !== '' && seen.has(field)) return false;
    seen.add(field);
    return true;
  });
}
