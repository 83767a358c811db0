import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { noResponse, refusal, TestNetwork } from '../../testing/fake-server.ts';
import { ASH, renderAt } from '../../testing/render.tsx';
import { trpc } from './trpc.ts';

afterEach(() => void vi.useRealTimers());

function Address() {
  const { data } = trpc.email.address.useQuery({});
  const change = trpc.email.changeAddress.useMutation();
  return (
    <button type="button" onClick={() => change.mutate({ email: 'new@example.org' })}>
      {data?.email}
    </button>
  );
}

/** Changes an address; the server does, and answers with the error. */
async function change(error: Error, network = new TestNetwork()) {
  let email = 'old@example.org';
  const rendered = renderAt(
    <Address />,
    {
      legal: {
        notice: network.over(() => ({
          name: null,
          address: null,
          email: null,
          phone: null,
          responsible: null,
        })),
      },
      email: {
        address: network.over(() => ({ email, confirmed: true, required: false, pending: null })),
        changeAddress: () => {
          email = 'new@example.org';
          throw error;
        },
      },
    },
    { as: ASH },
  );
  const button = await screen.findByRole('button', { name: 'old@example.org' });
  const press = () => act(async () => button.click());
  return { ...rendered, press };
}

it.each([
  ['without a response', noResponse()],
  ['when the server failed, such as after a lost commit', refusal(503, 'Something went wrong')],
])('reads what is on screen again after a write %s', async (_, error) => {
  const { press } = await change(error);
  await press();
  await screen.findByRole('button', { name: 'new@example.org' });
});

it('reads nothing again after a refusal', async () => {
  const { press, inputsOf } = await change(refusal(400, 'Not this one'));
  await press();
  await waitFor(() => expect(inputsOf('email.changeAddress')).toHaveLength(1));
  expect(inputsOf('email.address')).toHaveLength(1);
});

it('reads again later when the network is away for longer', async () => {
  const network = new TestNetwork();
  const { press, inputsOf } = await change(noResponse(), network);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  network.isDown = true;
  await press();
  // With the retry.
  await waitFor(() => expect(inputsOf('email.address')).toHaveLength(3));
  screen.getByRole('button', { name: 'old@example.org' });
  network.isDown = false;
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  await screen.findByRole('button', { name: 'new@example.org' });
});
