import type { z } from 'zod';

/** A validation error of one field, as a sentence for users. */
export interface FieldError {
  /** Path of the field; empty for an error of the whole input. */
  field: string;
  message: string;
}

/** Matches zod's default messages; the contract's messages start differently. */
const GENERIC = /^(Invalid|Too (small|big)|Unrecognized)/;

/** What a value must be, by the type that zod expects. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** What is counted in a value that is too small or too big. */
const COUNTED: Readonly<Record<string, string>> = {
  string: ' characters long',
  array: ' entries long',
  number: '',
};

/** A sentence in place of zod's default message. */
function sentence(field: string, issue: z.core.$ZodIssue): string {
  const subject = field || 'Input';
  if (issue.code === 'invalid_type' && TYPES[issue.expected])
    return `${subject} must be ${TYPES[issue.expected]}`;
  const counted = 'origin' in issue ? COUNTED[issue.origin] : undefined;
  if (issue.code === 'too_big' && counted !== undefined)
    return `${subject} can be at most ${issue.maximum}${counted}`;
  if (issue.code === 'too_small' && counted !== undefined)
    return `${subject} must be at least ${issue.minimum}${counted}`;
  return `${subject}: ${issue.message.replace(/^[^:]*: /, '')}`;
}

function fieldErrorsOf(issue: z.core.$ZodIssue): FieldError[] {
  const field = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ field: key, message: `Unknown field: ${key.slice(0, 100)}` }));
  // An object whose kind or type says what else it has.
  if (issue.code === 'invalid_union' && GENERIC.test(issue.message) && 'options' in issue)
    return [{ field, message: `${issue.discriminator} must be one of ${issue.options?.join(', ')}` }];
  if (!GENERIC.test(issue.message)) return [{ field, message: issue.message }];
  if (/received undefined/.test(issue.message))
    return [{ field, message: `${field || 'Input'} is required` }];
  return [{ field, message: sentence(field, issue) }];
}

/** All errors of a failed parse, one per field, in field order. */
export function describeIssues(error: { issues: readonly z.core.$ZodIssue[] }): FieldError[] {
  const seen = new Set<string>();
  return error.issues.flatMap(fieldErrorsOf).filter(({ field }) => {
    if (field !== '' && seen.has(field)) return false;
    seen.add(field);
    return true;
  });
}
