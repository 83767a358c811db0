import type { z } from 'zod';

/** What is wrong with one field, as a sentence for a person. */
export interface FieldError {
  /** The field's name; empty when the fault is of the whole input. */
  field: string;
  message: string;
}

/** Zod's own wording; the contract's sentences start otherwise. */
const GENERIC = /^(Invalid|Too (small|big)|Unrecognized)/;

function faultsOf(issue: z.core.$ZodIssue): FieldError[] {
  const field = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ field: key, message: `Unknown field: ${key.slice(0, 100)}` }));
  if (!GENERIC.test(issue.message)) return [{ field, message: issue.message }];
  if (/received undefined/.test(issue.message))
    return [{ field, message: `${field || 'Input'} is required` }];
  const said = issue.message.replace(/^[^:]*: /, '');
  return [{ field, message: field ? `${field}: ${said}` : said }];
}

/** Every fault of a failed parse, one per failed field, in the order of the fields. */
export function describeIssues(error: { issues: readonly z.core.$ZodIssue[] }): FieldError[] {
  const seen = new Set<string>();
  return error.issues.flatMap(faultsOf).filter(({ field }) => {
    if (field !== '' && seen.has(field)) return false;
    seen.add(field);
    return true;
  });
}
