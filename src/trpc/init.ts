import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { requestContext } from '../lib/request-context.ts';
import type { CallContext } from './context.ts';
import { publicError } from './errors.ts';

export const t = initTRPC
  .meta<OpenApiMeta>()
  .context<CallContext>()
  .create({
    isDev: false,
    // What goes on is told over the socket alone, where it is limited and watched.
    sse: { enabled: false },
    errorFormatter({ shape, error, ctx }) {
      const { message, ...told } = publicError(error);
      return {
        ...shape,
        message,
        data: {
          ...shape.data,
          ...told,
          requestId: ctx?.origin.requestId ?? requestContext()?.requestId ?? null,
        },
      };
    },
  });
