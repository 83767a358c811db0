import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Follow } from '../../../src/contract/follows/follows.ts';
import type { Notices } from '../../../src/contract/inbox/notices.ts';
import { daysBefore, todayUtc } from '../../../src/contract/shared/dates.ts';
import { type Answers, losing, refusal, TestNetwork } from '../../testing/fake-server.ts';
import { aFollow, someNotices } from '../../testing/follows.ts';
import { pokemonSale } from '../../testing/market.ts';
import { ASH, renderAt } from '../../testing/render.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import FollowingScreen from './following-screen.tsx';

const AT = '2026-03-12T10:00:00.000Z';
const WEBHOOK = `https://discord.com/api/webhooks/123456789012345678/${'a'.repeat(68)}`;
const FAILING = { failing_since: AT, last_error: 'Discord answered 404.', paused_since: AT };

/** An account that keeps its follows and channels. */
function following(follows: readonly Follow[], settings: Notices = someNotices()) {
  let all = [...follows];
  let notices = settings;
  let feed = { url: null as string | null, created: null as string | null };
  return {
    follows: {
      list: () => ({ data: [...all], limit: 50 }),
      byId: ({ id }) => ({
        ...aFollow({ follow_id: Number(id) }),
        matches: [{ sale: pokemonSale({ sale_id: 31, price: 950_000 }), matched_at: AT }],
      }),
      update: ({ id, paused }) => {
        all = all.map((one) => (one.follow_id === id ? { ...one, paused: paused ?? one.paused } : one));
        return aFollow();
      },
      remove: ({ id }) => {
        all = all.filter(({ follow_id }) => follow_id !== id);
        return { message: 'You no longer follow this search.' };
      },
      feed: () => feed,
      renewFeed: () => {
        feed = { url: `https://dex.example/api/feeds/${feed.url ? 'second' : 'first'}`, created: AT };
        return feed;
      },
    },
    notices: {
      settings: () => notices,
      setWebhook: () => {
        notices = someNotices({ discord: { ...notices.discord, connected: true } });
        return notices;
      },
      testWebhook: () => ({ message: 'Discord accepted the test message.' }),
      removeWebhook: () => {
        notices = someNotices();
        return notices;
      },
      resume: () => {
        notices = someNotices({ discord: { ...someNotices().discord, connected: true } });
        return notices;
      },
    },
  } satisfies Answers;
}

const open = (answers: Answers) => renderAt(<FollowingScreen />, answers, { at: '/following', as: ASH });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const card = async (name: string) => within(await screen.findByRole('article', { name }));
const confirm = async (name: string) =>
  within(await screen.findByRole('dialog')).getByRole('button', { name });

it('explains how to follow a search', async () => {
  open(following([]));
  await screen.findByRole('heading', { name: 'You do not follow a search yet' });
});

it('lists what is followed and how, links to the list, and shows the last matches on request', async () => {
  const { user, inputsOf } = open(
    following([
      aFollow({ last_match: AT, channels: { inbox: true, email: 'weekly', discord: true, feed: false } }),
    ]),
  );
  const { getAllByRole, getByText, findByText } = await card('Adamant Garchomp');
  const links = () => getAllByRole('link').map((link) => link.getAttribute('href'));
  const list = '/?tab=pokemon&nature=adamant&name=garchomp&exact=true';
  expect(links()).toEqual([list]);
  getByText(/^Inbox, weekly email, Discord/);
  await findByText('No Discord webhook is connected.');
  expect(inputsOf('follows.byId')).toEqual([]);
  await user.click(getByText('Last matches'));
  await waitFor(() => expect(links()).toEqual([list, '/sale/31']));
  expect(inputsOf('follows.byId')).toEqual([{ id: 4 }]);
});

it.each([
  ['no match yet', 89],
  ['no match in the last 90 days', 91],
])('says that there was %s when it was made %i days ago', async (text, days) => {
  const created = `${daysBefore(todayUtc(), days)}T12:00:00.000Z`;
  open(following([aFollow({ created })]));
  expect((await card('Adamant Garchomp')).getByText(/no match/).textContent).toContain(text);
});

it('pauses, resumes and deletes a follow', async () => {
  const { user, inputsOf } = open(following([aFollow()]));
  render(<LiveRegion />);
  await user.click(await button('Pause Adamant Garchomp'));
  await screen.findByText('Paused: Adamant Garchomp');
  (await card('Adamant Garchomp')).getByText('Paused');
  await user.click(await button('Resume Adamant Garchomp'));
  await waitFor(() => expect(screen.queryByText('Paused')).toBeNull());
  screen.getByText('Resumed: Adamant Garchomp');
  expect(inputsOf('follows.update')).toEqual([
    { id: 4, paused: true },
    { id: 4, paused: false },
  ]);
  await user.click(await button('Delete Adamant Garchomp'));
  await user.click(await confirm('Stop following'));
  await screen.findByRole('heading', { name: 'You do not follow a search yet' });
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Followed searches' }));
});

it('asks no more once a follow is deleted, when the list cannot be loaded again', async () => {
  const network = new TestNetwork();
  const { follows, ...answers } = following([aFollow()]);
  const { user } = open({ ...answers, follows: { ...follows, list: network.over(follows.list) } });
  await user.click(await button('Delete Adamant Garchomp'));
  network.isDown = true;
  await user.click(await confirm('Stop following'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByRole('button', { name: 'Retry' });
});

it('points out when few are left', async () => {
  open(
    following(Array.from({ length: 45 }, (_, id) => aFollow({ follow_id: id + 1, label: `Search ${id}` }))),
  );
  await screen.findByText('You can follow 5 more.');
});

it('connects, tests and removes a Discord webhook', async () => {
  const { user, inputsOf } = open(following([]));
  const address = await screen.findByLabelText('Webhook URL');
  await user.type(address, 'https://example.org/hook');
  await user.click(await button('Connect'));
  await screen.findByText(/^Webhook URL must be a Discord webhook/);
  expect(inputsOf('notices.setWebhook')).toEqual([]);
  expect(address.getAttribute('aria-invalid')).toBe('true');
  await user.clear(address);
  await user.type(address, WEBHOOK);
  await user.click(await button('Connect'));
  await waitFor(() => expect(inputsOf('notices.setWebhook')).toEqual([{ url: WEBHOOK }]));
  await user.click(await button('Send a test message'));
  await screen.findByText('Discord accepted the test message.');
  await user.click(await button('Remove'));
  await user.click(await confirm('Remove'));
  const field = await screen.findByLabelText('Webhook URL');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement?.contains(field)).toBe(true);
});

it('asks for the optional webhook only once it is sent', async () => {
  const { user } = open(following([]));
  const address = await screen.findByLabelText('Webhook URL');
  await user.click(address);
  await user.tab();
  await user.click(await button('Create the feed link'));
  await screen.findByText('https://dex.example/api/feeds/first');
  expect(address.getAttribute('aria-invalid')).toBeNull();
  await user.click(await button('Connect'));
  await screen.findByText(/^Webhook URL must be a Discord webhook/);
});

it('shows why a test message was not accepted, and that the channel fails', async () => {
  let discord: Notices['discord'] = { ...someNotices().discord, connected: true };
  const { follows, notices } = following([]);
  const testWebhook = () => {
    discord = { ...discord, ...FAILING };
    throw refusal(503, 'Discord answered 404: the webhook does not exist.');
  };
  const settings = () => someNotices({ discord });
  const { user } = open({ follows, notices: { ...notices, settings, testWebhook } });
  await user.click(await button('Send a test message'));
  await screen.findByText('Discord answered 404: the webhook does not exist.');
  await screen.findByText('Discord answered 404.');
});

it.each([
  ['email', 'Emails', { confirmed: true }],
  ['discord', 'Discord messages', { connected: true }],
] as const)(
  'shows why a channel is paused, at its follows too, and resumes it: %s',
  async (channel, subject, state) => {
    const channels = {
      inbox: false,
      email: channel === 'email' ? 'daily' : 'off',
      discord: channel === 'discord',
      feed: false,
    } as const;
    const settings = someNotices({ [channel]: { ...state, ...FAILING } });
    const { user, inputsOf } = open(following([aFollow({ channels })], settings));
    await screen.findByText('Discord answered 404.');
    (await card('Adamant Garchomp')).getByText(`${subject} are paused, because they could not be delivered.`);
    await user.click(await button('Resume'));
    await waitFor(() => expect(screen.queryByText('Discord answered 404.')).toBeNull());
    expect(inputsOf('notices.resume')).toEqual([{ channel }]);
  },
);

it('creates the address of the Atom feed, and replaces it after a confirmation', async () => {
  const { user } = open(following([]));
  await user.click(await button('Create the feed link'));
  await screen.findByText('https://dex.example/api/feeds/first');
  await user.click(await button('Create a new link'));
  await user.click(await confirm('Create a new link'));
  await screen.findByText('https://dex.example/api/feeds/second');
});

it('says at a follow that its Atom feed has no address, until it is created', async () => {
  const channels = { inbox: false, email: 'off', discord: false, feed: true } as const;
  const { user } = open(following([aFollow({ channels })]));
  await (await card('Adamant Garchomp')).findByText('Your Atom feed has no link yet.');
  await user.click(await button('Create the feed link'));
  await waitFor(() => expect(screen.queryByText('Your Atom feed has no link yet.')).toBeNull());
});

it('replaces an address that can no longer be shown', async () => {
  const channels = { inbox: false, email: 'off', discord: false, feed: true } as const;
  const { follows, notices } = following([aFollow({ channels })]);
  let feed = { url: null as string | null, created: AT };
  const renewFeed = () => {
    feed = { url: 'https://dex.example/api/feeds/next', created: AT };
    return feed;
  };
  const { user } = open({ follows: { ...follows, feed: () => feed, renewFeed }, notices });
  await screen.findByText(/can no longer be shown/);
  // It still works.
  expect((await card('Adamant Garchomp')).queryByText(/no address/)).toBeNull();
  await user.click(await button('Create a new link'));
  await screen.findByText('https://dex.example/api/feeds/next');
});

it('keeps what is shown when loading fails, and offers Retry', async () => {
  const { follows, notices } = following([aFollow()]);
  const network = new TestNetwork({ isDown: true });
  const list = network.over(follows.list);
  const { user } = open({ follows: { ...follows, list }, notices });
  await screen.findByText('Failed to load the searches you follow');
  network.isDown = false;
  await user.click(await button('Retry'));
  await card('Adamant Garchomp');
});

it('asks again without the error of the last try', async () => {
  const { follows, notices } = following([aFollow()]);
  const remove = () => {
    throw refusal(503, 'The server is busy');
  };
  const { user } = open({ follows: { ...follows, remove }, notices });
  await user.click(await button('Delete Adamant Garchomp'));
  await user.click(await confirm('Stop following'));
  await screen.findByText('The server is busy');
  await user.click(await confirm('Cancel'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await button('Delete Adamant Garchomp'));
  await confirm('Stop following');
  expect(screen.queryByText('The server is busy')).toBeNull();
});

it('opens one dialog of a search after another', async () => {
  const { user } = open(following([aFollow()]));
  await user.click(await button('Edit Adamant Garchomp'));
  await user.click(await confirm('Cancel'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await button('Delete Adamant Garchomp'));
  await screen.findByRole('dialog', { name: 'Stop following this search?' });
});

it('shows what became of writes whose responses were lost', async () => {
  const { follows, notices } = following([aFollow()]);
  let feeds = 1;
  const feedOf = () => ({
    url: `https://dex.example/api/feeds/${feeds}`,
    created: `2026-03-0${feeds}T00:00:00.000Z`,
  });
  const { user } = open({
    notices,
    follows: {
      ...follows,
      update: losing(1, follows.update),
      remove: losing(1, follows.remove),
      feed: feedOf,
      renewFeed: losing(1, () => {
        feeds += 1;
        return feedOf();
      }),
    },
  });
  await user.click(await button('Create a new link'));
  await user.click(await confirm('Create a new link'));
  await screen.findByText('https://dex.example/api/feeds/3');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await button('Pause Adamant Garchomp'));
  (await card('Adamant Garchomp')).getByText('Paused');
  await user.click(await button('Delete Adamant Garchomp'));
  await user.click(await confirm('Stop following'));
  await screen.findByText('You no longer follow this search.');
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Followed searches' }));
});
