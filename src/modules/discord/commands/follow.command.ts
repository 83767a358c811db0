import { listSubject, pagePath } from '../../../contract/cards/card-paths.ts';
import { activeFilters } from '../../../contract/market/filter-labels.ts';
import { START } from '../../../contract/market/market-search-params.ts';
import { figuresSentence, marketTitle } from '../../../contract/market/page-titles.ts';
import { marketFigures } from '../../pages/market-figures.queries.ts';
import { askedSales } from './asked-sales.ts';
import type { CommandDeps } from './command-deps.ts';
import { notUnderstood, TEXTS } from './command-texts.ts';
import { notice, type Reply } from './reply.ts';

/** Opens the dialog on the page of the sales, after a sign-in if necessary. */
const DIALOG = '#follow';

/**
 * `/follow`: what a search finds now, and a link to follow it on the site.
 *
 * @throws DomainError invalid with a sentence for the user
 */
export async function followReply({ market, config }: CommandDeps, search: string): Promise<Reply> {
  const { kind, filters, notRead } = await askedSales(market, search);
  if (activeFilters(filters).length === 0) return notice(TEXTS.narrow);
  const figures = await marketFigures(market, { ...START, kind, filters });
  const url = `${config.publicUrl}${pagePath(listSubject(kind, filters))}`;
  const unread = notUnderstood(notRead);
  return {
    parts: [
      {
        title: marketTitle(kind, filters),
        lines: [
          figures.sales === 0 ? TEXTS.noSales : figuresSentence(figures),
          ...(unread === null ? [] : [unread]),
          TEXTS.howToFollow,
        ],
        url,
      },
    ],
    links: [{ label: TEXTS.showFollow, url: `${url}${DIALOG}` }],
    isPublic: false,
    kind,
  };
}
