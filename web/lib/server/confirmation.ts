import { createStore } from '../store.ts';

/** A request to confirm the user's identity. */
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
      // A late answer leaves a newer request.
      if (get()?.answered === promise) set(null);
      resolve(confirmed);
    };
    set({ password, answered: promise, answer });
    return promise;
  },
};
