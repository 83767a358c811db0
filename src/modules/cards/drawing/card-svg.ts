import { formatDate } from '../../../contract/shared/dates.ts';
import { LIMITS } from '../../../contract/shared/limits.ts';
import { formatNumber } from '../../../contract/shared/plural.ts';
import { type Card, dotsLabel } from '../card.ts';
import { COLOURS } from './card-colours.ts';
import { DISC_WIDTH, disc, GLYPH_WIDTH, siteMark, spreadGlyph } from './glyph.ts';
import { type Plot, type PlottedDot, plotOf } from './plot.ts';
import { drawable, element, type TextStyle, textAt } from './svg-parts.ts';
import { fittedText, textWidth, truncated } from './text-width.ts';

const { width: WIDTH, height: HEIGHT } = LIMITS.card;
const EDGE = 60;
const RIGHT = WIDTH - EDGE;
/** The chart begins below the texts, and not below this. */
const CHART_TOP = 384;
const CHART = { left: EDGE + 64, right: RIGHT - 10, bottom: 518 };

const line = (
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  dashes?: string,
  stroke: string = COLOURS.line,
) => element('line', { x1, y1, x2, y2, stroke, 'stroke-width': 2, 'stroke-dasharray': dashes });

const DEMO = 'Demo data: these sales are generated';

/** The marks of a ruler along the top edge, as on the plates of the site. */
function ruler(): string {
  const marks = Array.from({ length: Math.floor(WIDTH / 12) }, (_, index) => {
    const x = (index + 1) * 12;
    return `M${x} 0v${(index + 1) % 5 === 0 ? 14 : 7}`;
  });
  return element('path', { d: marks.join(''), stroke: COLOURS['line-strong'], opacity: 0.55 });
}

/** The disc, the line above the title, the title and the IVs. Returns where the text below may start. */
function header(card: Card): { svg: string; bottom: number } {
  const hasSpread = Object.keys(card.spread).length > 0;
  const left = card.mark ? EDGE + DISC_WIDTH + 28 : EDGE;
  const width = RIGHT - left - (hasSpread ? GLYPH_WIDTH + 40 : 0);
  const { size, lines } = fittedText(card.title, 600, width, [
    [54, 1],
    [46, 2],
    [36, 3],
  ]);
  const baselines = lines.map((_, index) => 92 + size * 0.75 + index * size * 1.18);
  return {
    svg: [
      card.mark ? disc(card.mark, EDGE) : '',
      textAt(left, 70, card.overline.toUpperCase(), { size: 18, weight: 600, colour: 'accent', spacing: 2 }),
      ...lines.map((text, index) => textAt(left, baselines[index] ?? 0, text, { size, weight: 600 })),
      hasSpread ? spreadGlyph(card.spread, RIGHT - GLYPH_WIDTH) : '',
    ].join(''),
    // A price is short enough to be drawn to the left of the IVs.
    bottom: Math.max(baselines.at(-1) ?? 0, hasSpread && card.price === null ? 186 : 152),
  };
}

const PRICE_SIZE = 64;

function priceOf(price: number, y: number): string {
  const text = formatNumber(price);
  const unit = EDGE + textWidth(text, PRICE_SIZE, 600) + 16;
  return (
    textAt(EDGE, y, text, { size: PRICE_SIZE, weight: 600 }) +
    textAt(unit, y, 'PD', { size: 30, colour: 'ink-faint' })
  );
}

/** The sizes of the first sentence and of the others; with the first one in which they fit, they are drawn. */
const SENTENCE_SIZES = [
  [32, 25],
  [28, 23],
  [24, 21],
  [21, 20],
] as const;
const LEADING = 1.3;
const GAP = 5;

interface Line {
  text: string;
  size: number;
  colour: TextStyle['colour'];
  gap: number;
}

/** The lines of the sentences. In the smallest size, each has at most two. */
function sentenceLines(sentences: readonly string[], sizes: readonly [number, number], isAnswer: boolean) {
  return sentences.flatMap((sentence, index): Line[] => {
    const isMain = index === 0 && isAnswer;
    const size = sizes[isMain ? 0 : 1];
    const { lines } = fittedText(sentence, 400, RIGHT - EDGE, [[size, 2]]);
    const colour = isMain ? 'ink' : 'ink-soft';
    return lines.map((text, line) => ({ text, size, colour, gap: line === 0 ? GAP : 0 }));
  });
}

const heightOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { size, gap }) => sum + size * LEADING + gap, 0);

/** The price of a sale, and the answer below it. Returns where they end. */
function answer({ price, sentences }: Card, top: number): { svg: string; bottom: number } {
  const start = price === null ? top : top + PRICE_SIZE;
  const room = CHART_TOP - 24 - start;
  const choices = SENTENCE_SIZES.map((sizes) => sentenceLines(sentences, sizes, price === null));
  const lines = choices.find((some) => heightOf(some) <= room) ?? choices.at(-1) ?? [];
  let y = price === null ? start : start + 6;
  const texts = lines.map(({ text, size, colour, gap }) => {
    y += size * LEADING + gap;
    return textAt(EDGE, y, text, { size, colour });
  });
  return { svg: (price === null ? '' : priceOf(price, start)) + texts.join(''), bottom: y };
}

const rangeOf = ({ x, low, high }: PlottedDot): string =>
  low === high ? '' : line(x, low, x, high, undefined, COLOURS['line-strong']);

/** The dots in one group, which has what they share: there are up to a thousand. */
const dotsOf = (dots: readonly PlottedDot[]): string =>
  dots.map(rangeOf).join('') +
  element(
    'g',
    { fill: COLOURS.accent, 'fill-opacity': 0.6 },
    dots.map(({ x, y }) => element('circle', { cx: x, cy: y, r: 6.5 })).join(''),
  );

const highlightedDot = ({ x, y }: PlottedDot): string =>
  element('circle', { cx: x, cy: y, r: 11, fill: COLOURS.pending, stroke: COLOURS.paper, 'stroke-width': 3 });

function axes({ prices, days }: Plot): string {
  return [
    ...prices.map(
      ({ y, label }) =>
        line(CHART.left, y, RIGHT, y) +
        textAt(CHART.left - 14, y + 6, label, { size: 18, colour: 'ink-faint', anchor: 'end' }),
    ),
    ...days.map(({ x, label }) => {
      const middle = Math.min(x, RIGHT - textWidth(label, 18, 400) / 2);
      return textAt(middle, CHART.bottom + 30, label, { size: 18, colour: 'ink-faint', anchor: 'middle' });
    }),
  ].join('');
}

function chart(card: Card, top: number): string {
  const plot = plotOf(card, { ...CHART, top }, 6);
  if (!plot) {
    const middle = (top + CHART.bottom) / 2;
    return (
      line(EDGE, middle, RIGHT, middle, '10 12', COLOURS['line-strong']) +
      element('rect', { x: WIDTH / 2 - 150, y: middle - 24, width: 300, height: 48, fill: COLOURS.paper }) +
      textAt(WIDTH / 2, middle + 8, 'No sales to show', { size: 24, colour: 'ink-faint', anchor: 'middle' })
    );
  }
  const { marked } = plot;
  const label = dotsLabel(card);
  return [
    axes(plot),
    label ? textAt(RIGHT, top - 12, label, { size: 16, colour: 'ink-faint', anchor: 'end' }) : '',
    dotsOf(plot.dots.filter(({ isHighlighted }) => !isHighlighted)),
    marked === null ? '' : line(CHART.left, marked, RIGHT, marked, '8 8', COLOURS.pending),
    ...plot.dots.filter(({ isHighlighted }) => isHighlighted).map(highlightedDot),
  ].join('');
}

function footer(card: Card, host: string): string {
  const y = HEIGHT - 32;
  const date = formatDate(card.date);
  const room = RIGHT - EDGE - 240 - textWidth(date, 20, 400);
  const address = truncated(`${host}${card.page === '/' ? '' : card.page}`, 20, 400, room);
  return [
    line(0, HEIGHT - 68, WIDTH, HEIGHT - 68),
    siteMark(EDGE, y - 23),
    textAt(EDGE + 44, y, 'MarketDex', { size: 23, weight: 600 }),
    textAt(EDGE + 190, y, address, { size: 20, colour: 'ink-soft' }),
    textAt(RIGHT, y, date, { size: 20, colour: 'ink-soft', anchor: 'end' }),
  ].join('');
}

/**
 * A card as SVG, in the dark theme of the site. All texts are escaped.
 *
 * @param host the site's own, as in its address
 */
export function cardSvg(whole: Card, host: string): string {
  const { mark } = whole;
  const card = {
    ...whole,
    title: drawable(whole.title),
    mark: mark && { ...mark, name: drawable(mark.name) },
    sentences: whole.sentences.map(drawable),
    page: drawable(whole.page),
  };
  const head = header(card);
  const texts = answer(card, head.bottom + 18);
  const size = { width: WIDTH, height: HEIGHT, viewBox: `0 0 ${WIDTH} ${HEIGHT}` };
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', ...size, 'font-family': 'Inter' },
    [
      element('rect', { width: WIDTH, height: HEIGHT, fill: COLOURS.paper }),
      ruler(),
      card.isDemo ? textAt(RIGHT, 40, DEMO, { size: 16, colour: 'pending', anchor: 'end' }) : '',
      head.svg,
      texts.svg,
      chart(card, Math.min(CHART_TOP, texts.bottom + 48)),
      footer(card, host),
    ].join(''),
  );
}
