/**
 * A text in a storage of the browser. Where nothing can be stored, there is none.
 *
 * @param key its name in the storage
 */
export const keptText = (area: 'localStorage' | 'sessionStorage', key: string) => ({
  /** The text; null without one. */
  get(): string | null {
    try {
      return globalThis[area].getItem(key);
    } catch {
      return null;
    }
  },
  /** Keeps a text; null removes it. @returns whether that was possible */
  set(text: string | null): boolean {
    try {
      if (text === null) globalThis[area].removeItem(key);
      else globalThis[area].setItem(key, text);
      return true;
    } catch {
      return false;
    }
  },
});
