import { expect, it } from 'vitest';
import { type FollowChannels, DEFAULT_CHANNELS as INBOX } from '../../src/contract/follows/follows.ts';
import { channelsLabel, followSentence } from './follow-sentence.ts';

const NONE: FollowChannels = { inbox: false, email: 'off', discord: false, feed: false };

it.each([
  [{ type: 'every' }, INBOX, 'Every newly approved sale that matches appears in your inbox.'],
  [
    { type: 'at_or_below', price: 5_000 },
    { ...INBOX, email: 'at_once' },
    'Every newly approved sale for 5,000 PD or less appears in your inbox and is emailed to you at once.',
  ],
  [
    { type: 'at_or_above', price: 1_000_000 },
    { ...INBOX, discord: true, feed: true },
    'Every newly approved sale for 1,000,000 PD or more appears in your inbox, is posted to your Discord and is in your Atom feed.',
  ],
  [
    { type: 'outside_middle_half' },
    { ...NONE, email: 'weekly' },
    'Every newly approved sale outside the middle half of similar sales is in one email a week, on Mondays after 7:00 UTC.',
  ],
  [
    { type: 'every' },
    NONE,
    'Every newly approved sale that matches is listed under Following, and you are not notified.',
  ],
] as const)('says what %j with %j does', (condition, channels, sentence) => {
  expect(followSentence(condition, channels)).toBe(sentence);
});

it('lists channels', () => {
  expect(channelsLabel(NONE)).toBe('Not delivered');
  expect(channelsLabel({ inbox: true, email: 'daily', discord: true, feed: true })).toBe(
    'Inbox, daily email, Discord, Atom feed',
  );
});
