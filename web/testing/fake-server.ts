import { type Operation, TRPCClientError, type TRPCLink } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../../src/trpc/router.ts';
import type { ErrorData } from '../lib/server/errors.ts';

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;

/** A method, so that a test can name only the fields of the input that it reads, as the client sends them. */
interface Procedure<Input, Output> {
  answer(input: Input, op: Operation): Output | Promise<Output>;
}

/** Answers for some of the procedures, by router and name: `{ items: { list: (input) => … } }`. */
export type Answers = {
  [R in keyof Inputs & keyof Outputs]?: {
    [P in keyof Inputs[R] & keyof Outputs[R]]?: Procedure<Inputs[R][P], Outputs[R][P]>['answer'];
  };
};

/** A call that a test made, such as `{ path: 'market.search', input: { text: 'mas' } }`. */
export interface Call {
  path: string;
  input: unknown;
}

const unexpected: string[] = [];

/** The calls without an answer since the last call; they fail the test. */
export const takeUnexpectedCalls = (): string[] => unexpected.splice(0);

/** A refusal as the server sends it. */
export const refusal = (httpStatus: number, message: string, data: Partial<ErrorData> = {}): Error =>
  Object.assign(new TRPCClientError<AppRouter>(message), {
    data: {
      code: '',
      httpStatus,
      reason: null,
      details: null,
      fields: null,
      retryAfter: null,
      decided: null,
      ...data,
    },
  });

/** The error of a call that gets no response. */
export const noResponse = (): Error =>
  new TRPCClientError<AppRouter>('Failed to fetch', { cause: new TypeError('Failed to fetch') });

/** The same answer, whose first responses are lost. */
export function losing<Args extends unknown[], Output>(times: number, answer: (...args: Args) => Output) {
  let calls = 0;
  return (...args: Args): Output => {
    calls += 1;
    const output = answer(...args);
    if (calls <= times) throw noResponse();
    return output;
  };
}

/** A network that can be down: answers over it are lost meanwhile. */
export class TestNetwork {
  isDown: boolean;

  constructor({ isDown = false } = {}) {
    this.isDown = isDown;
  }

  /** The same answer over this network. */
  readonly over =
    <Args extends unknown[], Output>(answer: (...args: Args) => Output) =>
    (...args: Args): Output => {
      if (this.isDown) throw noResponse();
      return answer(...args);
    };
}

type AnyAnswer = (input: unknown, op: Operation) => unknown;

function answerTo(answers: Answers, path: string): AnyAnswer | undefined {
  const [router = '', procedure = ''] = path.split('.');
  const ofRouter: unknown = Reflect.get(answers, router);
  const answer: unknown = ofRouter && Reflect.get(Object(ofRouter), procedure);
  return typeof answer === 'function' ? (input, op) => answer(input, op) : undefined;
}

/** An open subscription: its procedure, and how to send it an event. */
export interface Subscription {
  path: string;
  send: (event: unknown) => void;
}

/**
 * A link in place of the network. A call without an answer fails the test.
 *
 * @param calls gets every query, mutation and start of a subscription
 * @param subscriptions has the open subscriptions, which are silent until the test sends them an event
 */
export const fakeLink =
  (answers: Answers, calls: Call[], subscriptions: Set<Subscription>): TRPCLink<AppRouter> =>
  () =>
  ({ op }) =>
    observable((observer) => {
      calls.push({ path: op.path, input: op.input });
      if (op.type === 'subscription') {
        const subscription: Subscription = {
          path: op.path,
          send: (data) => observer.next({ result: { type: 'data', data } }),
        };
        subscriptions.add(subscription);
        return () => subscriptions.delete(subscription);
      }
      const answer = answerTo(answers, op.path);
      if (!answer) unexpected.push(op.path);
      let isOpen = true;
      Promise.resolve()
        .then(() => answer?.(op.input, op))
        .then(
          (data) => {
            if (!isOpen) return;
            observer.next({ result: { type: 'data', data } });
            observer.complete();
          },
          (error: unknown) => {
            if (isOpen)
              observer.error(TRPCClientError.from(error instanceof Error ? error : new Error(String(error))));
          },
        );
      return () => {
        isOpen = false;
      };
    });
