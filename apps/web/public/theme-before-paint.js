// Sets theme, up/down convention and language on <html> before the first paint, so that nothing flashes. It is a file
// of its own because the content policy allows no inline script, and it must never throw: storage may be shut or broken.
(() => {
  try {
    const stored = JSON.parse(localStorage.getItem('theme') ?? 'null') ?? {};
    const entry = stored.state ?? stored;
    const root = document.documentElement;
    if (entry.theme === 'dark') {
      root.dataset.theme = 'dark';
      document.querySelector('meta[name=theme-color]')?.setAttribute('content', '#0b0e14');
    }
    if (entry.updown === 'red') root.dataset.updown = 'red-up';
    if (entry.language === 'en') root.lang = 'en';
  } catch {
    // The defaults in index.html stand.
  }
})();
