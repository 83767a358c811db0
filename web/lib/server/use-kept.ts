import { useState } from 'react';

/**
 * The last defined value: it stays on screen while the next one loads, and when that fails.
 *
 * @param subject what the value is about; a new subject starts without a value
 */
export function useKept<T>(value: T | undefined, subject: string): T | undefined {
  const [kept, setKept] = useState({ value, subject });
  const current = value ?? (kept.subject === subject ? kept.value : undefined);
  if (kept.subject !== subject || kept.value !== current) setKept({ value: current, subject });
  return current;
}
