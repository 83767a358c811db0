import { priceSpan, priceText } from '../../../contract/sale/price.ts';
import { formatDate } from '../../../contract/shared/dates.ts';
import { salePath } from '../../../contract/shared/paths.ts';
import { formatNumber } from '../../../contract/shared/plural.ts';
import { escapeHtml, htmlPage, NOT_INDEXED } from '../../../lib/html.ts';
import { type Card, dotsLabel } from '../card.ts';
import { type PlottedDot, plotOf } from './plot.ts';
import { element } from './svg-parts.ts';

const WIDTH = 640;
const HEIGHT = 200;
const BOX = { left: 48, top: 8, right: WIDTH - 8, bottom: HEIGHT - 26 };

/** `400,000 PD on 4 Nov 2026`; of several sales, the range of their prices. */
function labelOf({ dot: { date, price, low, high, sale_id } }: PlottedDot): string {
  const prices = sale_id === undefined ? priceSpan(low, high) : priceText(price);
  return `${prices} on ${formatDate(date)}`;
}

function dotOf(plotted: PlottedDot): string {
  const { x, y, low, high, dot, isHighlighted } = plotted;
  const range = low === high ? '' : element('line', { class: 'range', x1: x, x2: x, y1: low, y2: high });
  const title = element('title', {}, escapeHtml(labelOf(plotted)));
  const circle = element(
    'circle',
    { class: isHighlighted ? 'own' : 'dot', cx: x, cy: y, r: isHighlighted ? 6 : 4 },
    title,
  );
  if (dot.sale_id === undefined) return range + circle;
  return element(
    'a',
    { href: salePath(dot.sale_id), target: '_blank', rel: 'noopener', tabindex: -1 },
    circle,
  );
}

function chart(card: Card): string {
  const plot = plotOf(card, BOX, 5);
  if (!plot) return '<p class="none">No sales to show</p>';
  const grid = plot.prices.map(
    ({ y, label }) =>
      element('line', { class: 'grid', x1: BOX.left, x2: WIDTH, y1: y, y2: y }) +
      element('text', { x: BOX.left - 8, y: y + 4, 'text-anchor': 'end' }, escapeHtml(label)),
  );
  const days = plot.days.map(({ x, label }) =>
    element(
      'text',
      { class: 'day', x: Math.min(x, WIDTH - 28), y: HEIGHT - 6, 'text-anchor': 'middle' },
      escapeHtml(label),
    ),
  );
  const { marked } = plot;
  const line =
    marked === null
      ? ''
      : element('line', { class: 'marked', x1: BOX.left, x2: WIDTH, y1: marked, y2: marked });
  return element(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'group',
      'aria-label': `Prices of ${card.charted} over time`,
    },
    [
      ...grid,
      ...days,
      // The links are for the mouse. The page of the title has the same sales for the keyboard and screen readers.
      element(
        'g',
        { 'aria-hidden': 'true' },
        [
          ...plot.dots.filter(({ isHighlighted }) => !isHighlighted).map(dotOf),
          line,
          ...plot.dots.filter(({ isHighlighted }) => isHighlighted).map(dotOf),
        ].join(''),
      ),
    ].join(''),
  );
}

const link = (href: string, text: string): string =>
  `<a href="${escapeHtml(href)}" target="_blank" rel="noopener">${text}</a>`;

/** No name has this path: a subject has two segments. */
export const EMBED_STYLE_PATH = '/embed/style.css';

const page = (title: string, body: string): string =>
  htmlPage({ title: `${title} · MarketDex`, style: EMBED_STYLE_PATH, head: NOT_INDEXED, body });

/** The page of an embedded chart, for a frame on another site: no script, no cookie, no storage. All texts are escaped. */
export function embedHtml(card: Card): string {
  const title = escapeHtml(card.title);
  const price =
    card.price === null ? '' : `<p class="price">${formatNumber(card.price)} <small>PD</small></p>`;
  return page(
    card.title,
    `<h1>${link(card.page, title)}</h1>
    ${price}${card.sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('')}
    <div class="chart">${chart(card)}</div>
    <footer>${link(card.page, 'MarketDex')}<span>${notesOf(card)}</span></footer>`,
  );
}

/** The same without a chart, which cannot be shown for this reason. */
export const embedFailureHtml = (sentence: string): string =>
  page(
    'No chart',
    `<h1>No chart</h1>
    <p>${escapeHtml(sentence)}</p>
    <div class="chart"></div>
    <footer>${link('/', 'MarketDex')}</footer>`,
  );

const notesOf = (card: Card): string =>
  [card.isDemo ? 'Demo data' : null, dotsLabel(card), formatDate(card.date)]
    .filter((part) => part !== null)
    .join(' · ');
