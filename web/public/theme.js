// Runs before the first paint, so that the other theme does not flash. Without a choice the style sheet follows the
// system. web/ui/page/theme-menu.tsx writes the value.
(() => {
  const root = document.documentElement;

  /** The colour of the browser's own controls follows the chosen theme too. */
  const chooseColor = () => {
    const { theme } = root.dataset;
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      const { scheme } = meta.dataset;
      if (theme) meta.media = scheme === theme ? 'all' : 'not all';
      else meta.media = `(prefers-color-scheme: ${scheme})`;
    }
  };
  new MutationObserver(chooseColor).observe(root, { attributeFilter: ['data-theme'] });

  try {
    const chosen = localStorage.getItem('marketdex.theme');
    if (chosen === 'light' || chosen === 'dark') root.dataset.theme = chosen;
  } catch {
    // Storage is not available: the system's theme applies.
  }
})();
