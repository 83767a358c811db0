import type { SaleKind } from '../../../contract/sale/kinds.ts';
import { shortened } from '../../../contract/shared/text.ts';
import { escapeMarkdown } from '../discord-messages.ts';

/** Limits of Discord, in characters; `embeds` is that of all texts of a message together. */
const MAX = { content: 2_000, title: 256, description: 4_096, embeds: 6_000, url: 2_048, buttonUrl: 512 };
/** Only the person who sent the command sees the message. */
const EPHEMERAL = 64;

export interface ReplyPart {
  /** Not escaped. */
  title: string;
  /** In Discord's markdown, with names escaped. At least one; those at the end that do not fit are left out. */
  lines: readonly string[];
  url: string;
  /** The URL of a picture. */
  image?: string;
}

/** The reply to a command, independent of Discord's format. */
export interface Reply {
  /** A sentence, not escaped. */
  text?: string;
  parts: readonly ReplyPart[];
  /** Buttons that open a page. */
  links: readonly { label: string; url: string }[];
  /** For everybody in the channel; otherwise only for the person who asked. */
  isPublic: boolean;
  /** What the sales are, for the log. */
  kind?: SaleKind;
}

/** The flags of a message that everybody in the channel sees, or only the person who asked. */
export const visibility = (isPublic: boolean): { flags?: number } => (isPublic ? {} : { flags: EPHEMERAL });

/** A reply of one sentence, visible only to the person who asked. */
export const notice = (text: string): Reply => ({ text, parts: [], links: [], isPublic: false });

/** Escapes a text and keeps it within a length; it is shortened before, so that no escape is cut. */
function escapedWithin(text: string, most: number): string {
  for (let length = most; ; length -= Math.ceil(length / 16)) {
    const escaped = escapeMarkdown(shortened(text, length));
    if (escaped.length <= most) return escaped;
  }
}

/** As many whole lines as fit, with `…` in place of the others. */
function fitting(lines: readonly string[], most: number): string {
  if (lines.join('\n').length <= most) return lines.join('\n');
  const kept: string[] = [];
  for (const line of lines) {
    if ([...kept, line, '…'].join('\n').length > most) break;
    kept.push(line);
  }
  return [...kept, '…'].join('\n');
}

/** @param most the characters of title and description together */
function embedOf({ title, lines, url, image }: ReplyPart, most: number) {
  const shown = escapedWithin(title, MAX.title);
  return {
    title: shown,
    ...(url.length <= MAX.url && { url }),
    description: fitting(lines, Math.min(MAX.description, most - shown.length)),
    ...(image && image.length <= MAX.url && { image: { url: image } }),
  };
}

/** The reply in Discord's format, within its limits. No text in it mentions anybody. */
export function messageOf({ text, parts, links, isPublic }: Reply) {
  const most = Math.floor(MAX.embeds / Math.max(1, parts.length));
  const buttons = links
    .filter(({ url }) => url.length <= MAX.buttonUrl)
    .map(({ label, url }) => ({ type: 2, style: 5, label, url }));
  return {
    ...(text && { content: escapedWithin(text, MAX.content) }),
    embeds: parts.map((part) => embedOf(part, most)),
    components: buttons.length === 0 ? [] : [{ type: 1, components: buttons }],
    allowed_mentions: { parse: [] },
    ...visibility(isPublic),
  };
}
