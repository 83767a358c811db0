import type { Page } from 'playwright-core';

/** Spaces the text as a reader may (WCAG 1.4.12). */
export const spaceText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const spacing = new CSSStyleSheet();
    spacing.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    );
    document.adoptedStyleSheets.push(spacing);
  });
