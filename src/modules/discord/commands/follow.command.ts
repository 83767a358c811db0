import { listSubject, pagePath } from '../../../contract/cards/card-paths.ts';
import { START } from '../../../contract/market/market-search-params.ts';
import { figuresSentence, marketTitle } from '../../../contract/market/page-titles.ts';
import { marketFigures } from '../../pages/market-figures.queries.ts';
import { askedSales } from './asked-sales.ts';
import type { CommandDeps } from './command-deps.ts';
import { notUnderstood, TEXTS } from './command-texts.ts';
import type { Reply } from './reply.ts';

/**
 * `/follow`: what a search finds now, and a link to follow it on the site.
 *
 * @throws DomainError invalid with a sentence for the user
 */
export async function followReply({ market, config }: CommandDeps, search: string): Promise<Reply> {
  const { kind, filters, notRead } = await askedSales(market, search);
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
    links: [{ label: TEXTS.showFollow, url: `${url}#follow` }],
    isPublic: false,
    kind,
  };
}
