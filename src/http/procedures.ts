import type { AnyTRPCProcedure, AnyTRPCRouter, TRPCProcedureType } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { z } from 'zod';
import type { ProcedureMeta } from '../trpc/procedures.ts';

/** The methods of REST paths, as libraries name them. */
export const METHODS = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

export interface Procedure {
  name: string;
  type: TRPCProcedureType;
  /** Method and path below `/api`; undefined for a procedure without one. */
  rest: OpenApiMeta['openapi'];
  meta: Omit<ProcedureMeta, 'openapi'>;
  /** Undefined for a procedure without one. */
  input: z.ZodType | undefined;
}

/** The procedures of a router, including those of routers in it. */
export function proceduresOf(router: AnyTRPCRouter): Procedure[] {
  // `AnyTRPCRouter` does not know that the metadata is of the type given in `src/trpc/procedures.ts`.
  const procedures: Record<string, AnyTRPCProcedure> = router._def.procedures;
  return Object.entries(procedures).map(([name, { _def }]) => {
    const { openapi: rest, ...meta } = (_def.meta ?? {}) as ProcedureMeta;
    const [input] = _def.inputs;
    return {
      name,
      type: _def.type,
      rest,
      meta,
      input: input instanceof z.ZodType ? input : undefined,
    };
  });
}
