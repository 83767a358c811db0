import type { SessionView } from '../../contract/accounts/account.ts';
import type { Session } from './session.entity.ts';

/** Browsers by user agent, the most specific first: most user agents also contain Chrome and Safari. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const nameIn = (userAgent: string, names: [RegExp, string][]) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/**
 * A readable name for a user agent, such as `Firefox on Windows`. The header is untrusted: use the name for display
 * only. It is composed of names in this file, never of parts of the header.
 */
export function deviceOf(userAgent: string | null): string {
  const browser = nameIn(userAgent ?? '', BROWSERS);
  const system = nameIn(userAgent ?? '', SYSTEMS);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

/** A session as its owner sees it. @param currentId the caller's session, if it is the owner */
export const presentSession = (session: Session, currentId?: string): SessionView => ({
  id: session.id,
  device: deviceOf(session.userAgent ?? null),
  address: session.ip ?? null,
  created: session.created.toISOString(),
  lastSeen: session.lastSeen.toISOString(),
  current: session.id === currentId,
});
