import { answerSummary } from '../../../contract/market/answer-summary.ts';
import { figuresSentence } from '../../../contract/market/page-titles.ts';
import { LIMITS } from '../../../contract/shared/limits.ts';
import { filterOf } from '../../market/sale.filter.ts';
import { presentAnySale } from '../../market/sale.presenter.ts';
import { answerTo } from '../../market/similar/compared.queries.ts';
import { marketFigures } from '../../pages/market-figures.queries.ts';
import { escapeMarkdown } from '../discord-messages.ts';
import { type AskedSales, askedSales, type CommandDeps, listPart } from './asked-sales.ts';
import { didYouMean, notUnderstood, saleLine, TEXTS } from './command-texts.ts';
import type { Reply } from './reply.ts';

/** What the sales of a filter went for: the answer if it is about one name, otherwise their range. */
async function answerLines({ market }: CommandDeps, asked: AskedSales): Promise<string[]> {
  if (!asked.question) return [figuresSentence(await marketFigures(market, asked))];
  const { exact, similar } = answerSummary(await answerTo(market, asked.question));
  return [`**${exact}**`, ...(similar === null ? [] : [similar])];
}

async function saleLines(deps: CommandDeps, asked: AskedSales): Promise<string[]> {
  const { data } = await deps.saleQueries.page(
    null,
    await filterOf(deps.market, asked),
    { sort: 'date_sold', order: 'desc' },
    { page: 1, limit: LIMITS.lastSales },
  );
  return data.map((row) => saleLine(presentAnySale(row, null), deps.config.publicUrl));
}

/**
 * `/price`: the answer in sentences, the last sales, the picture, and a link to all sales.
 *
 * @throws DomainError invalid with a sentence for the user
 */
export async function priceReply(deps: CommandDeps, name: string, filter: string): Promise<Reply> {
  const asked = await askedSales(deps.market, name, filter);
  const [answer, sales] = await Promise.all([answerLines(deps, asked), saleLines(deps, asked)]);
  const meant = sales.length === 0 ? didYouMean(asked.otherNames) : null;
  const notes = [notUnderstood(asked.notRead), meant && escapeMarkdown(meant)].filter(
    (line) => line !== null,
  );
  const list = listPart(asked, deps.config.publicUrl, [...answer, ...sales]);
  const lines = [...answer, ...notes, ...(sales.length > 0 ? ['', TEXTS.lastSales, ...sales] : [])];
  return {
    parts: [{ ...list, lines }],
    links: [{ label: TEXTS.showSales, url: list.url }],
    isPublic: true,
    kind: asked.kind,
  };
}
