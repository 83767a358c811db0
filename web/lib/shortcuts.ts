import { storedText } from './stored-text.ts';

/** Its key is from when only Review had such a choice. */
const choice = storedText('marketdex.review-keys');

/** Shortcuts of a single key can be turned off (WCAG 2.1.4): speech input may trigger them by accident. */
export const setShortcutsEnabled = (on: boolean): void => choice.set(on ? null : 'off');

/** Whether shortcuts of a single key are on. Follows changes in other tabs. */
export const useShortcutsEnabled = (): boolean => choice.use() !== 'off';
