import { useState } from 'react';

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
  // Taken back, or chosen elsewhere.
  if (state.value !== value) setState({ value, shown: value });
  return [
    state.value === value ? state.shown : value,
    (next) => {
      setState({ value, shown: next });
      afterFrame(() => {
        choose(next);
        // For a choice that did not take effect, such as one that would leave unsaved changes.
        setState((current) => ({ ...current, shown: current.value }));
      });
    },
  ];
}
