import { THEME } from '../../src/contract/shared/colours.ts';
import { keysOf, recordFor } from '../../src/contract/shared/record.ts';
import { escapeHtml } from '../../src/lib/html.ts';

/** A letter, ready to be mailed. */
export interface RenderedLetter extends Pick<Letter, 'subject' | 'unsubscribeUrl'> {
  text: string;
  html: string;
}

/** The account that a notice is mailed to. */
export interface Recipient {
  username: string;
  unsubscribeUrl: string;
}

/** The path of a mailed link. */
export const tokenPath = (path: string, token: string): string =>
  `${path}?token=${encodeURIComponent(token)}`;

/** A link to a page of the site. */
interface Link {
  label: string;
  path: string;
  /** What follows the link, on its own line. */
  text?: string;
}

type Line = string | Link;
export type Paragraph = string | readonly Line[];

/** The content of an email, as plain text. */
export interface Letter {
  subject: string;
  greeting: string;
  /** One entry per paragraph; an array is a bulleted list. */
  paragraphs: readonly Paragraph[];
  /** The call to action, shown as a button and as a URL. */
  action: Link;
  /** Why the recipient gets this email. */
  footnote: string;
  /** Where the recipient chooses such emails. */
  settings?: Link;
  /** The address that unsubscribes from such emails; none for emails about the account's security. */
  unsubscribeUrl?: string;
}

/** Emails have the colours of the light theme. */
const COLOURS = recordFor(keysOf(THEME), (name) => THEME[name][0]);
const PARAGRAPH = 'margin:0 0 16px;';
const BUTTON =
  `display:inline-block;padding:12px 20px;border-radius:8px;background:${COLOURS.accent};color:${COLOURS['on-accent']};` +
  'text-decoration:none;font-weight:600;';

const textLine = (line: Line, publicUrl: string): string =>
  typeof line === 'string'
    ? `- ${line}`
    : [`- ${line.label}`, ...(line.text === undefined ? [] : [line.text]), publicUrl + line.path].join(
        '\n  ',
      );

const textPart = (part: Paragraph, publicUrl: string): string =>
  typeof part === 'string' ? part : part.map((line) => textLine(line, publicUrl)).join('\n');

function htmlLine(line: Line, publicUrl: string): string {
  if (typeof line === 'string') return escapeHtml(line);
  const { label, path, text } = line;
  const link = `<a href="${escapeHtml(publicUrl + path)}" style="color:${COLOURS.accent};">${escapeHtml(label)}</a>`;
  return text === undefined
    ? link
    : `${link}<br>\n<span style="font-size:14px;color:${COLOURS['ink-faint']};">${escapeHtml(text)}</span>`;
}

function htmlPart(part: Paragraph, publicUrl: string): string {
  if (typeof part === 'string')
    return `<p style="${PARAGRAPH}">${part.split('\n').map(escapeHtml).join('<br>\n')}</p>`;
  const lines = part.map((line) => `<li style="margin:0 0 6px;">${htmlLine(line, publicUrl)}</li>`).join('');
  return `<ul style="${PARAGRAPH}padding-left:20px;">${lines}</ul>`;
}

const footLinkHtml = ({ label, address }: { label: string; address: string }): string =>
  `<p style="margin:8px 0 0;font-size:14px;"><a href="${escapeHtml(address)}" style="color:${COLOURS['ink-faint']};">${escapeHtml(label)}</a></p>`;

/**
 * Renders an email. Every value is escaped here.
 *
 * @param publicUrl the configured address of the site: links never have a host from a request
 */
export function renderLetter(letter: Letter, publicUrl: string): RenderedLetter {
  const { subject, greeting, paragraphs, action, footnote, settings, unsubscribeUrl } = letter;
  const url = `${publicUrl}${action.path}`;
  const footLinks = [
    ...(settings ? [{ label: settings.label, address: publicUrl + settings.path }] : []),
    ...(unsubscribeUrl === undefined ? [] : [{ label: 'Unsubscribe', address: unsubscribeUrl }]),
  ];
  const text = [
    greeting,
    ...paragraphs.map((part) => textPart(part, publicUrl)),
    `${action.label}: ${url}`,
    ['--', footnote, ...footLinks.map(({ label, address }) => `${label}: ${address}`)].join('\n'),
  ].join('\n\n');
  // Mail programs show the first text of an email beside its subject; without a preview, that would be the greeting.
  const preview = paragraphs.find((part) => typeof part === 'string') ?? '';
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px;background:${COLOURS.paper};color:${COLOURS.ink};font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;">
<div style="display:none;">${escapeHtml(preview)}</div>
<div style="max-width:560px;margin:0 auto;padding:32px;border-radius:12px;background:${COLOURS.surface};overflow-wrap:anywhere;">
<p style="margin:0 0 24px;font-weight:700;">MarketDex</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;">${escapeHtml(greeting)}</h1>
${paragraphs.map((part) => htmlPart(part, publicUrl)).join('\n')}
<p style="margin:24px 0;"><a href="${escapeHtml(url)}" style="${BUTTON}">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 24px;font-size:14px;color:${COLOURS['ink-faint']};">${escapeHtml(url)}</p>
<p style="margin:0;padding-top:16px;border-top:1px solid ${COLOURS.line};font-size:14px;color:${COLOURS['ink-faint']};">${escapeHtml(footnote)}</p>
${footLinks.map(footLinkHtml).join('\n')}
</div>
</body>
</html>
`;
  return { subject, text: `${text}\n`, html, ...(unsubscribeUrl !== undefined && { unsubscribeUrl }) };
}
