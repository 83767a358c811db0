import { useState } from 'react';

/**
 * The last value that was there: what stays on screen while a new answer comes, and when it fails.
 *
 * @param subject what the value is of; another subject starts with nothing
 */
export function useKept<T>(value: T | undefined, subject: string): T | undefined {
  const [kept, setKept] = useState({ value, subject });
  const current = value ?? (kept.subject === subject ? kept.value : undefined);
  if (kept.subject !== subject || kept.value !== current) setKept({ value: current, subject });
  return current;
}
