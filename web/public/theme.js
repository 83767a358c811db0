// Runs before the first paint, so that the other theme does not flash. Without a choice the style sheet follows the
// system. web/ui/page/theme.ts writes the value.
(() => {
  try {
    const chosen = localStorage.getItem('marketdex.theme');
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  } catch {
    // Storage is not available: the system's theme applies.
  }
})();
