import { DEFAULT_CHANNELS, type Follow } from '../../src/contract/follows/follows.ts';
import { DEFAULT_NOTICES, type Notices } from '../../src/contract/inbox/notices.ts';

const AT = '2026-03-12T10:00:00.000Z';

/** A followed search: every sale of an Adamant Garchomp, to the inbox. */
export const aFollow = (change: Partial<Follow> = {}): Follow => ({
  follow_id: 4,
  kind: 'pokemon',
  search: '?tab=pokemon&nature=adamant&name=garchomp&exact=true',
  label: 'Adamant Garchomp',
  condition: { type: 'every' },
  channels: DEFAULT_CHANNELS,
  paused: false,
  created: AT,
  since: AT,
  last_match: null,
  ...change,
});

const WORKS = { failing_since: null, last_error: null, paused_since: null };

/** Notice settings of an account with a confirmed address and channels that work; no Discord is connected. */
export const someNotices = (change: Partial<Notices> = {}): Notices => ({
  submissions: DEFAULT_NOTICES,
  email: { confirmed: true, ...WORKS },
  discord: { connected: false, ...WORKS },
  ...change,
});
