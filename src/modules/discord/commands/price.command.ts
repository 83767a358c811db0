import { answerSummary } from '../../../contract/market/answer-summary.ts';
import { START } from '../../../contract/market/market-search-params.ts';
import { figuresSentence } from '../../../contract/market/page-titles.ts';
import { presentAnySale } from '../../market/sale.presenter.ts';
import { answerTo } from '../../market/similar/compared.queries.ts';
import { marketFigures } from '../../pages/market-figures.queries.ts';
import { escapeMarkdown } from '../discord-messages.ts';
import { type AskedSales, askedSales, listPart, saleFilter } from './asked-sales.ts';
import type { CommandDeps } from './command-deps.ts';
import { didYouMean, notUnderstood, saleLine, TEXTS } from './command-texts.ts';
import type { Reply } from './reply.ts';

/** Sales listed below the answer. */
const LAST_SALES = 5;

/** What the sales of a filter went for: the answer if it is about one name, otherwise their range. */
async function answerLines({ market }: CommandDeps, asked: AskedSales): Promise<string[]> {
  const { kind, filters, question } = asked;
  if (!question) return [figuresSentence(await marketFigures(market, { ...START, kind, filters }))];
  const { exact, similar } = answerSummary(await answerTo(market, question));
  return [`**${exact}**`, ...(similar === null ? [] : [similar])];
}

async function saleLines(deps: CommandDeps, { kind, filters }: AskedSales): Promise<string[]> {
  const { data } = await deps.saleQueries.page(
    null,
    await saleFilter(deps.market, kind, filters),
    { sort: 'date_sold', order: 'desc' },
    { page: 1, limit: LAST_SALES },
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
