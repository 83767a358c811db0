import type { QueryClient } from '@tanstack/react-query';
import { PAGE_DATA, type PageData } from '../../../src/contract/market/page-queries.ts';
import { recordSequence, seenSequence } from './sequence.ts';
import { sessionStore } from './session-store.ts';

/** Whether the document came from the server, rather than from the browser's cache, such as after "back". */
function isDocumentNew(): boolean {
  const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return document !== undefined && document.transferSize > 0;
}

/**
 * Puts the results that the document contains into the cache, where the first screen finds them
 * (docs/decisions/0018-data-in-the-document.md). They are the results of a visitor: an account's own are requested too, and
 * replace them. So are those of a document that is not new.
 */
export function takePageData(queries: QueryClient): void {
  const text = document.getElementById(PAGE_DATA)?.textContent;
  if (!text) return;
  const { queries: asked, results, least, sequence }: PageData = JSON.parse(text);
  // Perhaps older than what this browser has seen.
  if (least !== null && least < seenSequence()) return;
  recordSequence(sequence ?? 0);
  // As of the request of the document: the page may have taken long to load.
  const updatedAt = isDocumentNew() && sessionStore.get() === null ? Math.floor(performance.timeOrigin) : 0;
  for (const [index, { path, input }] of asked.entries())
    queries.setQueryData([path.split('.'), { input, type: 'query' }], results[index]?.result.data, {
      updatedAt,
    });
}
