import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { CreateFollow, Follow, FollowMails } from '../../src/contract/follows/follows.ts';
import { DEFAULT_CHANNELS } from '../../src/contract/follows/follows.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { type Answers, losing, refusal, TestNetwork } from '../testing/fake-server.ts';
import { aFollow, someNotices } from '../testing/follows.ts';
import { ASH, address, renderAt } from '../testing/render.tsx';
import FollowButton from './follow-button.tsx';

const LIST = '/?tab=pokemon&name=Garchomp&exact=true&nature=Adamant';
const SEARCH = {
  kind: 'pokemon',
  filters: { name: 'Garchomp', exact: true, nature: 'Adamant' },
} as const;

/** The follows of an account that keeps what it creates. */
function followsOf(follows: readonly Follow[]) {
  const all = [...follows];
  return {
    follows: {
      list: () => ({ data: [...all], limit: 50 }),
      create: ({ condition, channels }) => {
        const email = (channels?.email ?? 'off') as FollowMails;
        const made = aFollow({
          follow_id: 9,
          condition: (condition as CreateFollow['condition']) ?? { type: 'every' },
          channels: { ...DEFAULT_CHANNELS, ...channels, email },
        });
        all.push(made);
        return made;
      },
      update: () => aFollow(),
      feed: () => ({ url: null, created: null }),
    },
    notices: {
      settings: () => someNotices(),
    },
  } satisfies Answers;
}

const open = (answers: Answers, at = LIST) =>
  renderAt(<FollowButton {...SEARCH} price={750_000} />, answers, { at, as: ASH });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
/** The button of a search that is not followed, once that is known. */
const followable = () =>
  waitFor(() => {
    const found = screen.getByRole('button', { name: 'Follow Adamant Garchomp' });
    expect(found.getAttribute('aria-disabled')).toBeNull();
    return found;
  });
const dialog = async () => within(await screen.findByRole('dialog'));
const NO_FEED = 'Create the feed link under Following first.';

it('follows the search under a condition, by the chosen channels, and says what it will do', async () => {
  const { user, inputsOf } = open(followsOf([]));
  await user.click(await followable());
  const { getByText, queryByText, getByRole, getByLabelText } = await dialog();
  getByText('Adamant Garchomp');
  getByText('Every newly approved sale that matches appears in your inbox.');
  await user.click(getByRole('radio', { name: 'At or below a price' }));
  getByText('Every newly approved sale for 750,000 PD or less appears in your inbox.');
  const price = getByRole('textbox', { name: 'Price' });
  await user.clear(price);
  await user.click(getByRole('button', { name: 'Follow' }));
  getByText('Enter a price');
  expect(queryByText('Enter the price to compare with.')).toBeNull();
  expect(document.activeElement).toBe(price);
  expect(inputsOf('follows.create')).toEqual([]);
  await user.type(price, '1m');
  await user.click(getByRole('checkbox', { name: 'Inbox' }));
  await user.selectOptions(getByLabelText('Email'), 'Once a day');
  getByText('Every newly approved sale for 1,000,000 PD or less is in one email a day, after 7:00 UTC.');
  await user.click(getByRole('button', { name: 'Follow' }));
  await button('Following Adamant Garchomp');
  expect(inputsOf('follows.create')).toEqual([
    {
      filter: { kind: 'pokemon', name: 'Garchomp', exact: true, nature: 'Adamant' },
      condition: { type: 'at_or_below', price: 1_000_000 },
      channels: { inbox: false, email: 'daily', discord: false, feed: false },
    },
  ]);
  await user.click(await button('Followed searches'));
  expect(address()).toBe('/following');
});

it('follows with Enter in the price', async () => {
  const { user, inputsOf } = open(followsOf([]));
  await user.click(await followable());
  const { getByRole } = await dialog();
  await user.click(getByRole('radio', { name: 'At or above a price' }));
  await user.type(getByRole('textbox', { name: 'Price' }), '{Enter}');
  await button('Following Adamant Garchomp');
  expect(inputsOf('follows.create')).toMatchObject([{ condition: { type: 'at_or_above', price: 750_000 } }]);
});

it('shows that this very search is followed, however it is written, and changes it', async () => {
  const { user, inputsOf } = open(
    followsOf([aFollow({ follow_id: 3, search: '?tab=pokemon&nature=Jolly' }), aFollow()]),
  );
  await user.click(await button('Following Adamant Garchomp'));
  const { getByRole } = await dialog();
  await user.click(getByRole('radio', { name: 'Outside the middle half of similar sales' }));
  await user.click(getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(inputsOf('follows.update')).toEqual([
      { id: 4, condition: { type: 'outside_middle_half' }, channels: DEFAULT_CHANNELS },
    ]),
  );
});

it('stops following the search, after a confirmation', async () => {
  const { follows, notices } = followsOf([aFollow()]);
  const kept = { data: [aFollow()] };
  const list = () => ({ ...kept, limit: 50 });
  const remove = () => {
    kept.data = [];
    return { message: '' };
  };
  const { user, inputsOf } = open({ follows: { ...follows, list, remove }, notices });
  await user.click(await button('Following Adamant Garchomp'));
  await user.click((await dialog()).getByRole('button', { name: 'Stop following' }));
  const confirmation = async () =>
    within(await screen.findByRole('dialog', { name: 'Stop following this search?' }));
  await user.click((await confirmation()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
  expect(inputsOf('follows.remove')).toEqual([]);
  await user.click((await dialog()).getByRole('button', { name: 'Stop following' }));
  await user.click((await confirmation()).getByRole('button', { name: 'Stop following' }));
  await screen.findByText('You no longer follow this search.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputsOf('follows.remove')).toEqual([{ id: 4 }]);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Follow Adamant Garchomp'));
});

it('says that a search is paused, and resumes it', async () => {
  const { user, inputsOf } = open(followsOf([aFollow({ paused: true })]));
  await user.click(await button('Follow paused Adamant Garchomp'));
  const { getByRole, getByText } = await dialog();
  getByText('While it is paused, new sales are not listed, and you are not notified.');
  await user.click(getByRole('checkbox', { name: 'Paused' }));
  getByText('Every newly approved sale that matches appears in your inbox.');
  await user.click(getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(inputsOf('follows.update')).toMatchObject([{ id: 4, paused: false }]));
});

it('asks before a typed price is lost, and only then', async () => {
  const { user } = open(followsOf([]));
  await user.click(await followable());
  await dialog();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await followable());
  const { getByRole } = await dialog();
  await user.click(getByRole('radio', { name: 'At or below a price' }));
  await user.type(getByRole('textbox', { name: 'Price' }), '9');
  await user.keyboard('{Escape}');
  await screen.findByText('The price is not saved.');
  await user.click(await button('Leave'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

/** The first responses to attempts to follow are lost. */
async function followWithoutResponse(lost: number) {
  const { follows, notices } = followsOf([]);
  const { user } = open({ follows: { ...follows, create: losing(lost, follows.create) }, notices });
  await user.click(await followable());
  const { findByText, getByRole } = await dialog();
  await user.click(getByRole('button', { name: 'Follow' }));
  return { user, findByText, getByRole };
}

it('recognises a follow whose response was lost', async () => {
  await followWithoutResponse(1);
  await screen.findByText('You follow Adamant Garchomp.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await button('Following Adamant Garchomp');
});

it('warns of a second follow when it is not known whether the first was saved', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { user, findByText, getByRole } = await followWithoutResponse(2);
  await findByText(/^No response arrived\. You may follow this search already/);
  expect(scrolled).toHaveBeenCalledWith({ block: 'nearest' });
  scrolled.mockRestore();
  await user.click(getByRole('button', { name: 'Follow' }));
  await screen.findByText('You follow Adamant Garchomp.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await button('Following Adamant Garchomp');
});

it('keeps the input and shows why the server refuses', async () => {
  const { follows, notices } = followsOf([]);
  const create = () => {
    throw refusal(409, 'An account can follow 50 searches. Delete one first.');
  };
  const { user } = open({ follows: { ...follows, create }, notices });
  await user.click(await followable());
  const { findByText, getByRole } = await dialog();
  await user.click(getByRole('radio', { name: 'Outside the middle half of similar sales' }));
  await user.click(getByRole('button', { name: 'Follow' }));
  await findByText('An account can follow 50 searches. Delete one first.');
});

it('reads again whether the search is followed, when that failed', async () => {
  const { follows, notices } = followsOf([aFollow()]);
  const network = new TestNetwork({ isDown: true });
  const { user } = open({ follows: { ...follows, list: network.over(follows.list) }, notices });
  await user.click(await followable());
  await screen.findByText(MESSAGES.fetchFailed);
  expect(screen.queryByRole('dialog')).toBeNull();
  network.isDown = false;
  await user.click(await followable());
  await screen.findByRole('dialog', { name: 'Change what you follow' });
});

it('offers Discord only when it is connected, and the Atom feed only when it has an address', async () => {
  const { user } = open(followsOf([]), `${LIST}#follow`);
  const { findByRole, getAllByRole } = await dialog();
  const discord = await findByRole('checkbox', {
    name: 'Your Discord',
    description: 'Connect a webhook under Following first.',
  });
  expect(discord.hasAttribute('disabled')).toBe(true);
  const feed = await findByRole('checkbox', { name: 'Atom feed', description: NO_FEED });
  expect(feed.hasAttribute('disabled')).toBe(true);
  for (const link of getAllByRole('link', { name: 'Following' }))
    expect(link.getAttribute('href')).toBe('/following');
  await user.keyboard('{Escape}');
});

it('lets a follow leave an Atom feed without an address', async () => {
  const channels = { ...DEFAULT_CHANNELS, feed: true };
  const { user, inputsOf } = open(followsOf([aFollow({ channels })]));
  await user.click(await button('Following Adamant Garchomp'));
  const { findByRole, getByRole } = await dialog();
  await user.click(await findByRole('checkbox', { name: 'Atom feed', description: NO_FEED }));
  await user.click(getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(inputsOf('follows.update')).toMatchObject([{ channels: DEFAULT_CHANNELS }]));
});

it('sends a visitor to sign in, and continues afterwards', async () => {
  const { user } = renderAt(<FollowButton {...SEARCH} />, {}, { at: LIST });
  await user.click(await button('Follow Adamant Garchomp'));
  const next = `${LIST}#follow`;
  expect(address()).toBe(`/login?next=${encodeURIComponent(next)}`);
});

it('opens the dialog at once after the sign-in, and once only', async () => {
  open(followsOf([]), `${LIST}#follow`);
  await dialog();
  expect(location.hash).toBe('');
  expect(address()).toBe(LIST);
});
