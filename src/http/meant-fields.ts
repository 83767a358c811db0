import { TRPCError } from '@trpc/server';
import { ZodError, z } from 'zod';
import { closestMatch } from '../contract/shared/edit-distance.ts';
import { didYouMean } from '../contract/shared/suggestions.ts';
import { describeIssues } from '../contract/shared/validation.ts';
import { invalidInput } from '../lib/errors.ts';
import { appRouter } from '../trpc/router.ts';
import { proceduresOf } from './procedures.ts';

const FIELDS = new Map(
  proceduresOf(appRouter).map(({ name, input }) => [
    name,
    input instanceof z.ZodObject ? Object.keys(input.shape) : [],
  ]),
);

/**
 * The failure of a call whose input has unknown fields, with the fields that are probably meant. Any other failure stays as
 * it is.
 */
export function withMeantFields(failure: TRPCError, procedure: string): TRPCError {
  const { cause } = failure;
  if (!(cause instanceof ZodError)) return failure;
  const unknown = new Set(
    cause.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [],
    ),
  );
  const issues = describeIssues(cause).map(({ field, message }) => {
    const meant = unknown.has(field) ? closestMatch(field, FIELDS.get(procedure) ?? []) : undefined;
    return { field, message: meant === undefined ? message : `${message}.${didYouMean(meant)}` };
  });
  const { code, message } = failure;
  return new TRPCError({ code, message, cause: invalidInput(issues) });
}
