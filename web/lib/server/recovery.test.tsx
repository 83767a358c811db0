import { focusManager } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noResponse, refusal, TestNetwork } from '../../testing/fake-server.ts';
import { ASH, renderAt } from '../../testing/render.tsx';
import { useSession } from './session.tsx';
import { UNKNOWN_ID } from './session-store.ts';
import { trpc } from './trpc.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  focusManager.setFocused(undefined);
});

const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1_000));
const LEGAL = { notice: () => ({ name: null, address: null, email: null, phone: null, responsible: null }) };

function Inbox() {
  const { data, error } = trpc.inbox.count.useQuery({});
  return <p>{error ? 'failed' : data ? `${data.unread} unread` : 'loading'}</p>;
}

/** A page whose count of the inbox has failed, with what makes the server answer again. */
async function failedInbox(failure: () => Error) {
  let isAway = true;
  const orFail =
    <T,>(answer: T) =>
    () => {
      if (isAway) throw failure();
      return answer;
    };
  const answers = {
    inbox: { count: orFail({ unread: 5, rejected: 0 }) },
    legal: { notice: orFail(LEGAL.notice()) },
  };
  const rendered = renderAt(<Inbox />, answers, { as: ASH });
  await seconds(0.1);
  screen.getByText('failed');
  const back = () => {
    isAway = false;
  };
  const calls = (path: string) => rendered.inputsOf(path).length;
  return {
    asked: () => calls('legal.notice'),
    counted: () => calls('inbox.count'),
    back,
  };
}

it.each([
  ['there is no response', noResponse],
  ['a proxy has no server', () => refusal(502, 'Bad gateway')],
  ['too many calls are made', () => refusal(429, 'Too many requests', { retryAfter: 60 })],
])('repeats what has failed once the server answers, while %s', async (_, failure) => {
  const { asked, counted, back } = await failedInbox(failure);
  const before = counted();
  for (const [wait, times] of [
    [5, 1],
    [10, 2],
    [20, 3],
    [40, 4],
    [60, 5],
    [60, 6],
  ] as const) {
    await seconds(wait - 1);
    expect(asked()).toBe(times - 1);
    await seconds(1);
    expect(asked()).toBe(times);
  }
  // The error stays meanwhile.
  screen.getByText('failed');
  expect(counted()).toBe(before);
  back();
  await seconds(60);
  screen.getByText('5 unread');
  await seconds(600);
  expect(asked()).toBe(7);
});

it('repeats nothing that the server has refused', async () => {
  const { asked } = await failedInbox(() => refusal(404, 'There is no inbox'));
  await seconds(600);
  expect(asked()).toBe(0);
});

it('asks ever more rarely while the server answers and a query still fails', async () => {
  const count = () => {
    throw refusal(500, 'Something went wrong');
  };
  const { inputsOf } = renderAt(<Inbox />, { inbox: { count }, legal: LEGAL }, { as: ASH });
  await seconds(5 + 10 + 20 + 40 + 80 + 160 + 1);
  expect(inputsOf('legal.notice')).toHaveLength(6);
});

it('asks nothing while the page is hidden', async () => {
  const { asked, counted, back } = await failedInbox(noResponse);
  const before = counted();
  focusManager.setFocused(false);
  await seconds(600);
  // The attempt that had begun.
  expect(asked()).toBe(1);
  expect(counted()).toBe(before);
  back();
  act(() => focusManager.setFocused(true));
  await seconds(0);
  screen.getByText('5 unread');
});

const Status = () => <p>{useSession().status}</p>;

it('checks a session again that could not be checked', async () => {
  const network = new TestNetwork({ isDown: true });
  const answers = { auth: { profile: network.over(() => ({ user: ASH })) }, legal: LEGAL };
  renderAt(<Status />, answers as never, { as: { ...ASH, user_id: UNKNOWN_ID } });
  await seconds(8);
  screen.getByText('out');
  network.isDown = false;
  await seconds(5);
  screen.getByText('in');
});
