import { THEME } from '../contract/shared/colours.ts';

const COLOURS = Object.entries(THEME).map(
  ([name, [light, dark]]) => `  --${name}: light-dark(${light}, ${dark});\n`,
);

/** The start of the stylesheet of a page that is not part of the client. */
const SITE_COLOURS = `:root {
  color-scheme: light dark;
${COLOURS.join('')}}
`;

/** The stylesheet of pages that are not part of the client: the API and unsubscribing. */
export const PAGE_STYLE = `${SITE_COLOURS}* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 0.9375rem/1.5 system-ui, sans-serif; }
header, main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 0; }
main { padding-bottom: 4rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.125rem; }
h3 { margin: 1rem 0 0.25rem; font-size: 0.8125rem; color: var(--ink-soft); }
p { margin: 0 0 0.75rem; max-width: 44rem; color: var(--ink-soft); }
a { color: var(--accent); }
code { font: 0.8125rem/1.5 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { margin: 0 0 0.75rem; padding: 0.75rem 1rem; border: 1px solid var(--line); background: var(--surface);
  max-width: 44rem; white-space: pre-wrap; }
ul { margin: 0 0 0.75rem; padding-left: 1.25rem; max-width: 44rem; color: var(--ink-soft); }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem; }
nav a { padding: 0.5rem 0.75rem; border-radius: 0.375rem; background: var(--accent-soft); text-decoration: none; }
details { margin-top: -1px; border: 1px solid var(--line); background: var(--surface); }
details > :not(summary) { margin-left: 1rem; margin-right: 1rem; }
details[open] { padding-bottom: 1rem; }
details[open] > summary { border-bottom: 1px solid var(--line); margin-bottom: 0.75rem; }
summary { display: grid; grid-template-columns: 4.5rem minmax(0, 20rem) minmax(0, 1fr); gap: 0 0.75rem; align-items: baseline;
  padding: 0.625rem 1rem; cursor: pointer; }
summary:hover { background: var(--sunken); }
summary::marker { content: ""; }
button { padding: 0.625rem 1.25rem; border: 0; border-radius: 0.375rem; background: var(--accent); color: var(--paper);
  font: inherit; font-weight: 600; cursor: pointer; margin: 0.5rem 0 1.5rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.about { color: var(--ink-soft); }
.method { font: 600 0.75rem/1.5 ui-monospace, Menlo, Consolas, monospace; text-transform: uppercase; color: var(--accent); }
.post { color: var(--approved); }
.patch { color: var(--pending); }
.delete { color: var(--rejected); }
.required { font-size: 0.75rem; font-weight: 400; color: var(--pending); }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 0.8125rem; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
th { width: 45%; font-weight: 400; }
td { color: var(--ink-soft); overflow-wrap: anywhere; }
@media (max-width: 40rem) {
  summary { grid-template-columns: 4.5rem minmax(0, 1fr); }
  .about { grid-column: 1 / -1; }
}
`;

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
/* The chart shrinks with its texts. */
@media (max-width: 480px) {
  svg text { font-size: 22px; }
  svg .day { transform: translateY(12px); }
  svg .day:nth-of-type(even) { display: none; }
}
footer { display: flex; justify-content: space-between; gap: 12px; color: var(--ink-faint); font-size: 12px; }
footer a { color: var(--accent); font-weight: 600; }
`;
