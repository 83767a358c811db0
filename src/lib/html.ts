const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an element or a quoted attribute; invisible characters become spaces. */
export const escapeHtml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** For the head of a page that search engines leave out. */
export const NOT_INDEXED = '<meta name="robots" content="noindex">';

interface HtmlPage {
  /** Not escaped. */
  title: string;
  /** The path of the stylesheet. */
  style: string;
  head: string;
  body: string;
}

/** A page that is not part of the client. */
export const htmlPage = ({ title, style, head, body }: HtmlPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${head}
<link rel="stylesheet" href="${style}">
</head>
<body>
${body}
</body>
</html>
`;
