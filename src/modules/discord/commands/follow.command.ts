import { activeFilters } from '../../../contract/market/filter-labels.ts';
import { figuresSentence } from '../../../contract/market/page-titles.ts';
import { marketFigures } from '../../pages/market-figures.queries.ts';
import { askedSales, type CommandDeps, listPart } from './asked-sales.ts';
import { notUnderstood, TEXTS } from './command-texts.ts';
import { notice, type Reply } from './reply.ts';

/** Opens the dialog on the page of the sales, after a sign-in if necessary. */
const DIALOG = '#follow';

/**
 * `/follow`: what a search finds now, its picture, and a link to follow it on the site.
 *
 * @throws DomainError invalid with a sentence for the user
 */
export async function followReply({ market, config }: CommandDeps, search: string): Promise<Reply> {
  const asked = await askedSales(market, search);
  if (activeFilters(asked.filters).length === 0) return notice(TEXTS.narrow);
  const figures = await marketFigures(market, asked);
  const found = figures.sales === 0 ? TEXTS.noSales : figuresSentence(figures);
  const list = listPart(asked, config.publicUrl, [found]);
  const unparsed = notUnderstood(asked.notRead);
  return {
    parts: [{ ...list, lines: [found, ...(unparsed === null ? [] : [unparsed]), TEXTS.howToFollow] }],
    links: [{ label: TEXTS.showFollow, url: `${list.url}${DIALOG}` }],
    isPublic: false,
    kind: asked.kind,
  };
}
