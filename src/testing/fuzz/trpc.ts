import type { AnyTRPCRouter } from '@trpc/server';
import fc from 'fast-check';
import { z } from 'zod';
import { proceduresOf } from '../../http/procedures.ts';
import { HOSTILE_TEXTS } from '../attacks/hostile-texts.ts';
import { fields, fitting, inAddress, jsonText, type Schema } from './inputs.ts';
import { type FuzzRequest, withHeaders } from './requests.ts';

type Procedure = ReturnType<typeof describedProcedures>[number];

/** The procedures of a router, with the schema of what each takes. */
const describedProcedures = (router: AnyTRPCRouter) =>
  proceduresOf(router).map(({ name, type, input }) => {
    const schema = input ? z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) : {};
    return { name, type, input: schema as Schema };
  });

const inputOf = ({ input }: Procedure) => (input.properties ? fields(input, {}) : fitting(input, {}));

const oddName = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS, '', 'items', 'items.', '.list', 'items.list.x', 'a/b').chain(inAddress),
  fc.constantFrom('%', '%ff', ',', '/', '//', '__proto__', 'constructor.name'),
);

const nameIn = (procedures: readonly Procedure[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...procedures).map(({ name }) => name) },
    { weight: 1, arbitrary: oddName },
  );

function singleCall(procedures: readonly Procedure[]): fc.Arbitrary<FuzzRequest> {
  return fc.constantFrom(...procedures).chain((procedure) => {
    const input = jsonText(inputOf(procedure));
    const asQuery = fc
      .tuple(input.chain(inAddress), nameIn([procedure]))
      .map(([text, name]) => `/trpc/${name}?input=${text}`);
    const asBody = nameIn([procedure]).map((name) => `/trpc/${name}`);
    const isQuery = procedure.type !== 'mutation';
    return fc.oneof(
      {
        weight: 9,
        arbitrary: isQuery
          ? withHeaders('GET', asQuery, fc.constant(null))
          : withHeaders('POST', asBody, input),
      },
      {
        weight: 1,
        arbitrary: isQuery
          ? withHeaders('POST', asBody, input)
          : withHeaders('GET', asQuery, fc.constant(null)),
      },
      { weight: 1, arbitrary: withHeaders('PUT', asBody, input) },
    );
  });
}

/** Up to 12 calls, two more than a batch may have, with inputs by number. */
function batchCall(procedures: readonly Procedure[]): fc.Arbitrary<FuzzRequest> {
  const calls = fc.array(fc.constantFrom(...procedures), { minLength: 1, maxLength: 12 });
  return calls.chain((chosen) => {
    const names = fc.tuple(...chosen.map((procedure) => nameIn([procedure]))).map((all) => all.join(','));
    const inputs = jsonText(
      fc.tuple(...chosen.map(inputOf)).map((all) => Object.fromEntries(all.map((input, i) => [i, input]))),
    );
    const target = names.map((list) => `/trpc/${list}?batch=1`);
    const asQuery = fc
      .tuple(target, inputs.chain(inAddress))
      .map(([start, text]) => `${start}&input=${text}`.slice(0, 14_000));
    return fc.oneof(withHeaders('GET', asQuery, fc.constant(null)), withHeaders('POST', target, inputs));
  });
}

/** Calls and batches of calls as tRPC puts them, and as it does not. */
export function trpcRequests(router: AnyTRPCRouter): fc.Arbitrary<FuzzRequest> {
  const procedures = describedProcedures(router);
  return fc.oneof(
    { weight: 4, arbitrary: singleCall(procedures) },
    { weight: 2, arbitrary: batchCall(procedures) },
  );
}
