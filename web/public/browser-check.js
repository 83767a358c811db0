// Says what to do in a browser that lacks what the site needs (docs/product.md, "Browsers"). Browsers with these features,
// the newest that it uses, have all others.
(() => {
  const isSupported =
    typeof AbortSignal === 'function' &&
    'any' in AbortSignal &&
    'withResolvers' in Promise &&
    'groupBy' in Map &&
    'canParse' in URL &&
    'popover' in HTMLElement.prototype;
  if (!isSupported) document.getElementById('old-browser').hidden = false;
})();
