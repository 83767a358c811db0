import { usePageTitle } from '../../lib/use-page-title.ts';
import type { Tab } from '../tabs.tsx';

/** Names the open tab in the title of the page, in front of the screen. */
export function useTabTitle<V extends string>(screen: string, tabs: readonly Tab<V>[], value: V): void {
  const { label, labelEnd } = tabs.find((tab) => tab.value === value) ?? {};
  usePageTitle([[label, labelEnd].filter(Boolean).join(' '), screen].filter(Boolean).join(' · '));
}
