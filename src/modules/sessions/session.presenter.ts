import type { SessionView } from '../../contract/accounts/sessions.ts';
import { deviceOf } from './device.ts';
import type { Session } from './session.entity.ts';

/** A session as its owner sees it. @param currentHash the caller's session, if it is the owner */
export const presentSession = (session: Session, currentHash?: string): SessionView => ({
  id: session.id,
  device: deviceOf(session.userAgent ?? null),
  address: session.ip ?? null,
  created: session.created.toISOString(),
  lastSeen: session.lastSeen.toISOString(),
  current: session.tokenHash === currentHash,
});
