import type { generateOpenApiDocument } from 'trpc-to-openapi';
import type { Procedure } from '../procedures.ts';

type Document = ReturnType<typeof generateOpenApiDocument>;
export type Operation = NonNullable<NonNullable<Document['paths']>[string]['get']>;
type Schemas = NonNullable<Document['components']>['schemas'];
export type Schema = Exclude<NonNullable<Schemas>[string], { $ref: string }>;

/** The shape of every REST error (docs/api.md "Ground rules"). */
export const ERROR_SCHEMA: Schema = {
  type: 'object',
  required: ['error', 'code', 'request_id'],
  properties: {
    error: { type: 'string', description: 'A message for people' },
    code: { type: 'string', example: 'CONFLICT' },
    reason: {
      type: 'string',
      example: 'STALE_VERSION',
      description: 'Present if it is more specific than the code',
    },
    details: { type: 'array', items: { type: 'string' }, description: 'One sentence per failed field' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The same sentences by field name; the empty name is for the input as a whole',
    },
    decided: {
      type: 'object',
      properties: { by: { type: ['string', 'null'] }, at: { type: 'string', format: 'date-time' } },
    },
    request_id: { type: 'string' },
  },
};

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds until a retry makes sense', schema: { type: 'integer' } },
} as const;

const ERROR_REF = '#/components/schemas/Error';

const FAILURE = { content: { 'application/json': { schema: { $ref: ERROR_REF } } } };

const failure = (description: string) => ({ ...FAILURE, description });
const failureIf = (status: number, description: string | null) =>
  description === null ? {} : { [status]: failure(description) };

/** The generator has another error for each code. */
export function asOurError(schema: Schema): Schema {
  if ('$ref' in schema && String(schema.$ref).includes('/error.')) schema.$ref = ERROR_REF;
  return schema;
}

/** Paths with an id. Calls for a name, a mailed link or a category of logs have a response for unknown ones, too. */
const NAMES_ONE = /\{(?:id|pokemon_id|key|file)\}/;

/** Why a call is refused without a session; null if it never is: it ignores the token of a session, and is not a login. */
function unauthorized({ ignoresToken, headers }: Procedure['meta']): string | null {
  if (!ignoresToken) return 'The session is missing or has ended';
  return Object.hasOwn(headers ?? {}, 'X-TOTP-Token') ? 'The login is refused' : null;
}

/** Everyone may call it, but choose a status only with the role for it (docs/api.md "Who sees what"). */
const limitsStatus = ({ rest }: Procedure, { parameters = [] }: Operation) =>
  rest?.protect === false &&
  parameters.some((parameter) => 'name' in parameter && parameter.name === 'status');

/** The failures of a call that the generator cannot derive from its schemas. */
export const failuresOf = (procedure: Procedure, operation: Operation) => ({
  ...failureIf(401, unauthorized(procedure.meta)),
  ...failureIf(403, limitsStatus(procedure, operation) ? 'The role does not suffice for this status' : null),
  ...failureIf(
    404,
    NAMES_ONE.test(procedure.rest?.path ?? '') || procedure.meta.mayBeMissing
      ? 'Not found, or hidden from the caller'
      : null,
  ),
  ...(procedure.type === 'mutation' && { 409: failure("A conflict, such as with somebody else's change") }),
  ...(operation.requestBody && {
    413: failure('The body is too large'),
    415: failure('The body is not JSON in UTF-8'),
  }),
  ...(Boolean(procedure.meta.needsConfirmation) && {
    428: failure('A recent login or confirmation is missing'),
  }),
  429: { ...failure('Rate limited'), headers: RETRY_AFTER },
  503: { ...failure('Unavailable at the moment'), headers: RETRY_AFTER },
  default: failure('Any other failure'),
});
