import { escapeHtml } from '../../src/lib/html.ts';

export interface Letter {
  subject: string;
  text: string;
  html: string;
  /** The address that unsubscribes from such mails; none for mails about the account's security. */
  unsubscribeUrl?: string;
}

/** Whom a notice is mailed to. */
export interface Recipient {
  username: string;
  unsubscribeUrl: string;
}

/** The URL of a mailed link. Uses only the configured public URL, never a host from the request. */
export const mailedUrl = (publicUrl: string, path: string, token: string): string =>
  `${publicUrl}${path}?token=${encodeURIComponent(token)}`;

type Line = string | { label: string; url: string };
type Paragraph = string | readonly Line[];

export interface LetterParts {
  subject: string;
  greeting: string;
  /** One entry per paragraph; an array is a bulleted list. */
  paragraphs: readonly Paragraph[];
  /** The call to action, shown as a button and as a URL. */
  action: { label: string; url: string };
  /** Why the recipient gets this mail. */
  footnote: string;
  unsubscribeUrl?: string;
}

/** The light colours of the site (web/ui/tokens.css). */
const COLORS = {
  paper: '#f5f4ee',
  surface: '#fefdfa',
  line: '#dedbd0',
  ink: '#191f22',
  faint: '#5f6669',
  accent: '#0c5a68',
  onAccent: '#ffffff',
};
const PARAGRAPH = 'margin:0 0 16px;';
const BUTTON =
  `display:inline-block;padding:12px 20px;border-radius:8px;background:${COLORS.accent};color:${COLORS.onAccent};` +
  'text-decoration:none;font-weight:600;';

const textLine = (line: Line): string =>
  typeof line === 'string' ? `- ${line}` : `- ${line.label}\n  ${line.url}`;

const textPart = (part: Paragraph): string =>
  typeof part === 'string' ? part : part.map(textLine).join('\n');

const htmlLine = (line: Line): string =>
  typeof line === 'string'
    ? escapeHtml(line)
    : `<a href="${escapeHtml(line.url)}" style="color:${COLORS.accent};">${escapeHtml(line.label)}</a>`;

function htmlPart(part: Paragraph): string {
  if (typeof part === 'string') return `<p style="${PARAGRAPH}">${escapeHtml(part)}</p>`;
  const lines = part.map((line) => `<li style="margin:0 0 6px;">${htmlLine(line)}</li>`).join('');
  return `<ul style="${PARAGRAPH}padding-left:20px;">${lines}</ul>`;
}

/** Renders a mail. Every value is escaped here, so templates pass plain text. */
export function letter(parts: LetterParts): Letter {
  const { subject, greeting, paragraphs, action, footnote, unsubscribeUrl } = parts;
  const leave = unsubscribeUrl === undefined ? '' : `\nUnsubscribe: ${unsubscribeUrl}`;
  const leaveHtml =
    unsubscribeUrl === undefined
      ? ''
      : `\n<p style="margin:8px 0 0;font-size:14px;"><a href="${escapeHtml(unsubscribeUrl)}" style="color:${COLORS.faint};">Unsubscribe</a></p>`;
  const text = [
    greeting,
    ...paragraphs.map(textPart),
    `${action.label}: ${action.url}`,
    `--\n${footnote}${leave}`,
  ].join('\n\n');
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px;background:${COLORS.paper};color:${COLORS.ink};font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;">
<div style="max-width:560px;margin:0 auto;padding:32px;border-radius:12px;background:${COLORS.surface};overflow-wrap:anywhere;">
<p style="margin:0 0 24px;font-weight:700;">MarketDex</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;">${escapeHtml(greeting)}</h1>
${paragraphs.map(htmlPart).join('\n')}
<p style="margin:24px 0;"><a href="${escapeHtml(action.url)}" style="${BUTTON}">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 24px;font-size:14px;color:${COLORS.faint};">${escapeHtml(action.url)}</p>
<p style="margin:0;padding-top:16px;border-top:1px solid ${COLORS.line};font-size:14px;color:${COLORS.faint};">${escapeHtml(footnote)}</p>${leaveHtml}
</div>
</body>
</html>
`;
  return { subject, text: `${text}\n`, html, ...(unsubscribeUrl !== undefined && { unsubscribeUrl }) };
}
