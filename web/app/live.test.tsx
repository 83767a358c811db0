import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { trpc } from '../lib/server/trpc.ts';
import { ASH, renderAt } from '../testing/render.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import Bell from './bell.tsx';
import { Live } from './live.tsx';

function Inbox() {
  trpc.inbox.list.useQuery({ page: 1, limit: 15 });
  return null;
}

it('keeps the inbox current, and announces new entries only', async () => {
  const page = { data: [], pagination: { page: 1, totalPages: 0, total: 0 } };
  const { inputsOf, send } = renderAt(
    <>
      <Live />
      <Bell />
      <Inbox />
      <LiveRegion />
    </>,
    { inbox: { count: () => ({ unread: 2, rejected: 0 }), list: () => page as never } },
    { as: ASH },
  );
  await screen.findByText('Inbox (2 unread)');
  await send('inbox.live', { unread: 1, rejected: 0 });
  await screen.findByText('Inbox (1 unread)');
  await waitFor(() => expect(inputsOf('inbox.list')).toHaveLength(2));
  await send('inbox.live', { unread: 3, rejected: 1 });
  await screen.findByText('Inbox (3 unread, 1 rejected)');
  await waitFor(() => expect(inputsOf('inbox.list')).toHaveLength(3));
  expect(screen.getByRole('status').textContent).toBe('Inbox: 3 unread');
});
