import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../../../src/trpc/router.ts';
import { confirmation } from './confirmation.ts';
import { errorData } from './errors.ts';

/**
 * When a call needs a recent sign-in, asks the user to confirm their identity and repeats the call with the session's new
 * token, so that no screen has to know which calls those are. After a refusal the call fails as the server answered.
 */
export const confirmationLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let ended = false;
      let call = next(op).subscribe({
        ...observer,
        error(error) {
          if (errorData(error)?.reason !== 'CONFIRMATION_REQUIRED') return observer.error(error);
          const { password } = op.context;
          void confirmation.ask(typeof password === 'string' ? password : '').then((confirmed) => {
            if (ended) return;
            if (confirmed) call = next(op).subscribe(observer);
            else observer.error(error);
          });
        },
      });
      return () => {
        ended = true;
        call.unsubscribe();
      };
    });
