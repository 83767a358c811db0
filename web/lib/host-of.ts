/** The host of a URL; the text itself when it is no URL. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
