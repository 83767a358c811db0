import type { Page } from 'playwright-core';

/**
 * Translates the texts of a document as Chrome does: it replaces each with two nested `<font>`, also those that the site
 * adds or changes later. The translation of a text is the text in capital letters.
 */
function translateDocument(): void {
  const UNTRANSLATED = 'script, style, textarea, font, [translate=no]';
  function replace(text: Text): void {
    if (text.data.trim() === '' || !text.parentElement || text.parentElement.closest(UNTRANSLATED)) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data.toUpperCase();
    outer.append(inner);
    text.before(outer);
    text.remove();
  }
  function replaceIn(node: Node): void {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts = node instanceof Text ? [node] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(replace);
  }
  replaceIn(document.body);
  new MutationObserver((records) => {
    for (const { target, type, addedNodes } of records)
      if (type === 'characterData') replaceIn(target);
      else for (const node of addedNodes) if (node.isConnected) replaceIn(node);
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}

/** Lets the browser translate a page, in a world of its own as Chrome's translator: it has its own prototypes of the DOM. */
export async function translatePage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  });
  await session.send('Runtime.evaluate', {
    expression: `(${translateDocument})()`,
    contextId: executionContextId,
  });
  await session.detach();
}
