import type { ChannelName } from '../../src/contract/inbox/inbox.ts';

/** What a channel delivers, as the subject of a sentence. */
export const CHANNEL_SUBJECTS: Record<ChannelName, string> = {
  email: 'Emails',
  discord: 'Discord messages',
};

export const pausedText = (channel: ChannelName): string =>
  `${CHANNEL_SUBJECTS[channel]} are paused, because they could not be delivered`;
