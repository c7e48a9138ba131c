// Runs before the first paint, so that the wrong theme never flashes. shell/theme/theme-mode.ts handles later changes.
(function () {
  var stored = null;
  try {
    stored = localStorage.getItem('ui-theme');
  } catch (refused) {
    stored = null;
  }
  var system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  var mode = stored === 'light' || stored === 'dark' ? stored : system;
  document.documentElement.classList.add(mode);
  document.documentElement.style.colorScheme = mode;
})();
