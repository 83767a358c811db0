import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `work` each time a value changes; one that is not known yet is undefined. */
export function useOnChange(value: string | number | boolean | null | undefined, work: () => unknown): void {
  const before = useRef(value);
  const onChange = useEffectEvent(work);
  useEffect(() => {
    if (before.current !== undefined && before.current !== value) onChange();
    before.current = value;
  }, [value]);
}
