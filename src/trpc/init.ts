import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { requestContext } from '../lib/process/request-context.ts';
import type { CallContext } from './context.ts';
import { publicError } from './errors.ts';

export interface ProcedureMeta extends OpenApiMeta {
  /** The caller must have signed in or confirmed their identity recently. */
  needsConfirmation?: boolean;
}

export const t = initTRPC
  .meta<ProcedureMeta>()
  .context<CallContext>()
  .create({
    isDev: false,
    // Subscriptions run only over the socket, where they are limited and monitored.
    sse: { enabled: false },
    errorFormatter({ shape, error, ctx }) {
      const { message, ...details } = publicError(error);
      return {
        ...shape,
        message,
        data: {
          ...shape.data,
          ...details,
          requestId: ctx?.origin.requestId ?? requestContext()?.requestId ?? null,
        },
      };
    },
  });
