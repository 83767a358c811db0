import { useDeferredValue, useState } from 'react';

/** Runs `work` after the next frame, in which the browser draws what has been set until now. */
const afterFrame = (work: () => void) => requestAnimationFrame(() => setTimeout(work));

/**
 * A choice that its control shows at once, in a frame that waits for nothing else. It takes effect after that frame.
 *
 * @param value what is in effect
 * @returns what the control shows, and how to choose
 */
export function useChosen<T>(value: T, choose: (value: T) => void): [shown: T, choose: (value: T) => void] {
  const [state, setState] = useState({ value, shown: value });
  /** The last choice that has changed the address. */
  const [done, setDone] = useState(state);
  // A page that defers its values draws them together with this.
  const drawn = useDeferredValue(done);
  // Taken back, or chosen elsewhere.
  if (state.value !== value) setState({ value, shown: value });
  return [
    state.value === value && state !== drawn ? state.shown : value,
    (next) => {
      const choice = { value, shown: next };
      setState(choice);
      afterFrame(() => {
        const before = location.href;
        choose(next);
        if (location.href !== before) setDone(choice);
        // Refused, because it would leave unsaved changes: the control has the focus back before the question opens.
        else setState((current) => ({ ...current, shown: current.value }));
      });
    },
  ];
}
