import { focusSearch } from '../lib/search-box.ts';
import { useShortcutsEnabled } from '../lib/shortcuts.ts';
import { useSiteKeys } from '../ui/hooks/use-keys.ts';

/** The shortcuts that focus the search, on every screen. */
export function useSearchKeys(): void {
  const search = () => focusSearch();
  useSiteKeys({ '/': useShortcutsEnabled() ? search : undefined, 'Mod+k': search });
}
