import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../../../src/trpc/router.ts';
import { createStore } from '../store.ts';
import { errorData } from './errors.ts';

interface Request {
  /** The password, when the user has just typed it for the call that needs the confirmation. */
  password: string;
  answered: Promise<boolean>;
  answer: (confirmed: boolean) => void;
}

const { get, set, use } = createStore<Request | null>(null);

/** The request to confirm the user's identity; a dialog of the app shows it. Calls that need it at once share one. */
export const confirmation = {
  get,
  use,
  /** Asks the user. @returns false when they decline */
  ask(password: string): Promise<boolean> {
    const open = get();
    if (open) return open.answered;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const answer = (confirmed: boolean) => {
      // A late answer does not end a newer request.
      if (get()?.answered === promise) set(null);
      resolve(confirmed);
    };
    set({ password, answered: promise, answer });
    return promise;
  },
};

/**
 * When a call needs a recent sign-in, asks the user to confirm their identity and repeats the call with the session's new
 * token, so that no screen has to know which calls those are. After a refusal the call fails as the server answered.
 */
export const confirmationLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let call = next(op).subscribe({
        ...observer,
        error(error) {
          if (errorData(error)?.reason !== 'CONFIRMATION_REQUIRED') return observer.error(error);
          const { password } = op.context;
          void confirmation.ask(typeof password === 'string' ? password : '').then((confirmed) => {
            if (confirmed) call = next(op).subscribe(observer);
            else observer.error(error);
          });
        },
      });
      return () => call.unsubscribe();
    });
