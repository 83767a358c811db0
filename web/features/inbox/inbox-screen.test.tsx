import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { InboxEntry } from '../../../src/contract/inbox/inbox.ts';
import Bell from '../../app/bell.tsx';
import { type Answers, noResponse, TestNetwork } from '../../testing/fake-server.ts';
import { ASH, address, renderAt } from '../../testing/render.tsx';
import { announce, LiveRegion } from '../../ui/live-region.tsx';
import InboxScreen from './inbox-screen.tsx';

const AT = '2026-03-12T10:00:00.000Z';
const ENTRIES: InboxEntry[] = [
  {
    entry_id: 7,
    at: AT,
    read: false,
    sale_id: 31,
    price: 950_000,
    date_sold: '2026-03-10',
    resubmitted: null,
    kind: 'follow_match',
    data: {
      name: 'Garchomp',
      follow_id: 4,
      label: 'Adamant Garchomp, at or below 1,000,000 PD',
      price: 950_000,
    },
  },
  {
    entry_id: 6,
    at: AT,
    read: false,
    sale_id: 30,
    price: 500_000,
    date_sold: '2026-03-10',
    resubmitted: null,
    kind: 'submission_corrected',
    data: { name: 'Rotom', changes: [{ field: 'price', before: 5_000, after: 500_000 }] },
  },
  {
    entry_id: 5,
    at: AT,
    read: true,
    sale_id: 29,
    price: 79_800,
    date_sold: '2026-03-09',
    resubmitted: null,
    kind: 'submission_rejected',
    data: { name: 'Leftovers', reason: null },
  },
  {
    entry_id: 4,
    at: AT,
    read: true,
    sale_id: null,
    price: null,
    date_sold: null,
    resubmitted: null,
    kind: 'submission_approved',
    data: { name: 'Old Amber' },
  },
];

const REJECTED = 'Your sale of Leftovers for 79,800 PD, sold 9 Mar 2026, was rejected';

/** An inbox that keeps what was marked. */
function inboxOf(entries: readonly InboxEntry[]) {
  let all = [...entries];
  const count = () => {
    const unread = all.filter(({ read }) => !read);
    return {
      unread: unread.length,
      rejected: unread.filter(({ kind }) => kind === 'submission_rejected').length,
    };
  };
  const mark = (isMarked: (entry: InboxEntry) => boolean) => {
    all = all.map((entry) => (isMarked(entry) ? { ...entry, read: true } : entry));
    return count();
  };
  return {
    inbox: {
      list: ({ unread: only }) => {
        const data = all.filter((entry) => !only || !entry.read);
        return { data, pagination: { page: 1, limit: 25, total: data.length, totalPages: 1 } };
      },
      count,
      markRead: ({ entries: ids }) => mark(({ entry_id }) => ids.map(Number).includes(entry_id)),
      markAllRead: ({ up_to: upTo }) =>
        mark(({ entry_id }) => upTo === undefined || entry_id <= Number(upTo)),
    },
  } satisfies Answers;
}

const open = (answers: Answers, at = '/inbox') =>
  renderAt(
    <>
      <Bell />
      <InboxScreen />
    </>,
    answers,
    { at, as: ASH },
  );
const bell = (name: string) => screen.findByRole('link', { name });
const entryOf = (text: string) => {
  const entry = screen.getAllByRole('listitem').find(({ textContent }) => textContent.includes(text));
  if (!entry) throw new Error(`${text} is not in the list`);
  return within(entry);
};

it('explains what will arrive in an empty inbox', async () => {
  open(inboxOf([]));
  await screen.findByRole('heading', { name: 'Nothing here yet' });
  await bell('Inbox');
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
});

it('lists entries with their links, and what is unread', async () => {
  open(inboxOf(ENTRIES));
  await screen.findByText('4 entries');
  await bell('Inbox (2 unread)');
  const links = screen.getAllByRole('listitem').map((entry) =>
    within(entry)
      .queryAllByRole('link')
      .map((link) => link.getAttribute('href')),
  );
  expect(links).toEqual([
    ['/sale/31', '/following#follow-4'],
    ['/account'],
    ['/account?status=rejected', '/submit-data?correct=29'],
    [],
  ]);
  entryOf('Garchomp sold for 950,000 PD').getByText('Adamant Garchomp, at or below 1,000,000 PD');
  entryOf('Your sale of Rotom for 500,000 PD, sold 10 Mar 2026, was corrected by a reviewer').getByText(
    '500,000 PD',
  );
  entryOf(REJECTED).getByText('The reviewer gave no reason.');
  entryOf('Your sale of Old Amber was approved');
  for (const name of ['Garchomp', 'Rotom', 'Leftovers', 'Old Amber'])
    expect(screen.getByText(name).getAttribute('translate'), name).toBe('no');
  expect(screen.getAllByText('Unread:')).toHaveLength(2);
});

it('shows how a rejected sale was resubmitted instead of the link to correct it', async () => {
  const resubmitted = { sale_id: 5002, status: 'pending' } as const;
  const entries = ENTRIES.filter(({ kind }) => kind === 'submission_rejected');
  open(inboxOf(entries.map((entry) => ({ ...entry, resubmitted }))));
  const link = await screen.findByRole('link', { name: '#5002' });
  expect(link.getAttribute('href')).toBe('/account');
  expect(link.parentElement?.parentElement?.textContent).toBe('Resubmitted as #5002Pending');
  expect(screen.queryByRole('link', { name: 'Correct and resubmit' })).toBeNull();
});

it('tells the current price of a match that was corrected since', async () => {
  open(inboxOf(ENTRIES.slice(0, 1).map((entry) => ({ ...entry, price: 1_200_000 }))));
  await screen.findByRole('link', { name: 'Garchomp sold for 950,000 PD, since corrected to 1,200,000 PD' });
  await bell('Inbox (1 unread)');
});

it('names a filter of the address that has no effect', async () => {
  open(inboxOf(ENTRIES), '/inbox?unread=yes');
  await screen.findByText('unread=yes');
  await screen.findByText('4 entries');
});

it('marks one entry as read when it is opened or pressed, and all at once', async () => {
  const { user, inputsOf } = open(inboxOf(ENTRIES));
  await user.click(await screen.findByRole('link', { name: 'Garchomp sold for 950,000 PD' }));
  expect(address()).toBe('/sale/31');
  expect(inputsOf('inbox.markRead')).toEqual([{ entries: [7] }]);
  await bell('Inbox (1 unread)');
  await user.click(screen.getByRole('link', { name: REJECTED }));
  expect(inputsOf('inbox.markRead')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await bell('Inbox');
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Inbox entries' }));
  expect(inputsOf('inbox.markAllRead')).toEqual([{ up_to: 7 }]);
  await waitFor(() => expect(screen.queryByText('Unread:')).toBeNull());
});

it.each([
  ['/inbox', 'Garchomp sold', 'Garchomp sold'],
  ['/inbox?unread=true', 'Garchomp sold', 'Your sale of Rotom'],
  ['/inbox?unread=true', 'Your sale of Rotom', 'Garchomp sold'],
])(
  'at %s, moves the focus from the mark of "%s" to "%s", and says that it is read',
  async (at, marked, next) => {
    const { user } = open(inboxOf(ENTRIES), at);
    // The region keeps the texts of earlier tests for some seconds.
    announce('The test begins');
    render(<LiveRegion />);
    const marks = () => screen.queryAllByRole('button', { name: /^Mark as read/ });
    await user.click(
      await screen.findByRole('button', { name: (name) => name.startsWith(`Mark as read: ${marked}`) }),
    );
    await waitFor(() => expect(marks()).toHaveLength(1));
    expect(document.activeElement?.textContent).toContain(next);
    expect(document.activeElement?.tagName).toBe('LI');
    const texts = [...screen.getByRole('status').children].map(({ textContent }) => textContent);
    expect(texts.slice(texts.lastIndexOf('The test begins'))).toContain('Marked as read');
    if (at === '/inbox') return;
    await user.click(marks()[0] ?? document.body);
    await screen.findByRole('heading', { name: 'No unread entries' });
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Inbox entries' }));
  },
);

it('shows only unread entries on request, at an address', async () => {
  const { user } = open(inboxOf(ENTRIES));
  await user.click(await screen.findByRole('radio', { name: 'Unread' }));
  await screen.findByText('2 unread entries');
  expect(address()).toBe('/inbox?unread=true');
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await screen.findByRole('heading', { name: 'No unread entries' });
  await user.click(screen.getByRole('button', { name: 'Show all entries' }));
  await screen.findByText('4 entries');
});

it('keeps the entries when marking fails, and offers Retry when loading fails', async () => {
  const { inbox } = inboxOf(ENTRIES);
  const network = new TestNetwork({ isDown: true });
  const list = network.over(inbox.list);
  const markRead = () => {
    throw noResponse();
  };
  const { user } = open({ inbox: { ...inbox, list, markRead } });
  await screen.findByText('Failed to load your inbox');
  network.isDown = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await user.click(await screen.findByRole('button', { name: /^Mark as read: Your sale of Rotom/ }));
  await screen.findByText('No response arrived. Please try again.');
  expect(screen.getAllByText('Unread:')).toHaveLength(2);
});
