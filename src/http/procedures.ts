import type { AnyTRPCProcedure, AnyTRPCRouter, TRPCProcedureType } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';

export interface Procedure {
  name: string;
  type: TRPCProcedureType;
  /** Method and path below `/api`; undefined for a procedure without one. */
  rest: OpenApiMeta['openapi'];
}

/** The procedures of a router, including those of routers in it. */
export function proceduresOf(router: AnyTRPCRouter): Procedure[] {
  // `AnyTRPCRouter` does not know that the metadata is of the type given in `src/trpc/procedures.ts`.
  const procedures: Record<string, AnyTRPCProcedure> = router._def.procedures;
  return Object.entries(procedures).map(([name, { _def }]) => {
    const meta = _def.meta as OpenApiMeta | undefined;
    return { name, type: _def.type, rest: meta?.openapi };
  });
}
