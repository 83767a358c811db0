import { SITE_COLOURS } from '../site-colours.ts';

/** The stylesheet of embedded charts. */
export const EMBED_STYLE = `${SITE_COLOURS}* { box-sizing: border-box; margin: 0; }
html, body { height: 100%; }
body {
  display: flex;
  flex-direction: column;
  gap: 6px;
  padding: 14px 16px 10px;
  background: var(--paper);
  color: var(--ink);
  font: 14px/1.45 system-ui, sans-serif;
  font-variant-numeric: tabular-nums;
}
h1 { font-size: 18px; font-weight: 600; line-height: 1.25; overflow-wrap: anywhere; }
a { color: inherit; text-decoration: none; }
a:hover { text-decoration: underline; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.price { font-size: 24px; font-weight: 600; line-height: 1.2; }
.price small { color: var(--ink-faint); font-size: 14px; font-weight: 400; }
p + p { color: var(--ink-soft); font-size: 13px; }
.chart { flex: 1 1 0; min-height: 80px; }
svg { display: block; width: 100%; height: 100%; overflow: visible; }
svg text { fill: var(--ink-faint); font-size: 12px; }
.grid { stroke: var(--line); }
.range { stroke: var(--line-strong); }
.marked { stroke: var(--pending); stroke-dasharray: 5 5; }
.dot { fill: var(--accent); fill-opacity: 0.65; }
.own { fill: var(--pending); stroke: var(--paper); stroke-width: 2; }
.none { color: var(--ink-faint); }
footer { display: flex; justify-content: space-between; gap: 12px; color: var(--ink-faint); font-size: 12px; }
footer a { color: var(--accent); font-weight: 600; }
`;
