// Runs before the first paint: a chosen theme must not flash the other one. Without a choice the style sheet
// follows the system by itself. web/lib/theme.ts writes what is read here.
(() => {
  try {
    const chosen = localStorage.getItem('marketdex.theme');
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  } catch {
    // Storage is closed to us: the system's theme it is.
  }
})();
