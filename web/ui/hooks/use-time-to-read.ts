import { type FocusEvent, useEffect, useEffectEvent, useState } from 'react';

/**
 * Calls a function after some time, unless somebody stays: presses a key, or moves the mouse or the focus in an element.
 *
 * @returns whether somebody stays, and the attributes of the element
 */
export function useTimeToRead(leave: () => void, ms: number) {
  const [isStaying, setStaying] = useState(false);
  const leaveNow = useEffectEvent(leave);
  useEffect(() => {
    if (isStaying) return;
    const timer = setTimeout(leaveNow, ms);
    // The key that sent the form may still be down.
    const press = (event: KeyboardEvent) => event.repeat || setStaying(true);
    addEventListener('keydown', press);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', press);
    };
  }, [isStaying, ms]);
  return {
    isStaying,
    attributes: {
      onPointerMove: () => setStaying(true),
      // A heading gets the focus without anybody's doing.
      onFocus: ({ target }: FocusEvent<HTMLElement>) => target.tabIndex >= 0 && setStaying(true),
    },
  };
}
