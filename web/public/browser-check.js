// What the page says without React, by the bars of index.html.
(() => {
  const show = (id) => {
    document.getElementById(id).hidden = false;
    // Which would be wrong, or say less.
    document.getElementById('still-loading')?.remove();
  };

  // What to do in a browser that lacks what the site needs (docs/screens.md, "Browsers"). Browsers with these features, the
  // newest that it uses, have all others.
  const isSupported =
    typeof AbortSignal === 'function' &&
    'any' in AbortSignal &&
    'withResolvers' in Promise &&
    'groupBy' in Map &&
    'canParse' in URL &&
    'popover' in HTMLElement.prototype;
  if (!isSupported) show('old-browser');

  // This script runs before the module script, whose event says that it, or one that it imports, did not arrive. The event
  // does not bubble. Nothing reloads by itself but a network that returns, so that the page cannot reload endlessly.
  const reload = () => location.reload();
  document.querySelector('script[type="module"]').addEventListener('error', () => {
    show('not-loaded');
    addEventListener('online', reload);
  });
  document.querySelector('#not-loaded button').addEventListener('click', reload);
})();
