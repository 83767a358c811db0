import type { SessionView } from '../../contract/accounts/account.ts';
import { deviceOf } from './device.presenter.ts';
import type { Session } from './session.entity.ts';

/** A session as its owner sees it. @param currentId the caller's session, if it is the owner */
export const presentSession = (session: Session, currentId?: string): SessionView => ({
  id: session.id,
  device: deviceOf(session.userAgent ?? null),
  address: session.ip ?? null,
  created: session.created.toISOString(),
  lastSeen: session.lastSeen.toISOString(),
  current: session.id === currentId,
});
