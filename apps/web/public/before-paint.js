// Before the first paint: theme, up/down convention and language stand on <html>, so that nothing flashes, and the words
// and the first screen are asked for together with the entry. It is a file of its own because the content policy allows
// no inline script, and it must never throw: storage may be shut or broken.
(() => {
  const read = (key) => {
    try {
      const stored = JSON.parse(localStorage.getItem(key) ?? 'null') ?? {};
      return stored.state ?? stored;
    } catch {
      return {};
    }
  };
  const root = document.documentElement;
  const { theme, updown, language } = read('theme');
  if (theme === 'dark') {
    root.dataset.theme = 'dark';
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', '#0b0e14');
  }
  if (updown === 'red') root.dataset.updown = 'red-up';
  if (language === 'en') root.lang = 'en';

  const early = document.querySelector('meta[name=early-chunks]')?.getAttribute('content');
  if (!early) return;
  const files = JSON.parse(early);
  const screen = !read('session').token ? files.login : location.pathname === '/' ? files.home : [];
  for (const file of [...files[language === 'en' ? 'en' : 'zh'], ...screen]) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = file;
    document.head.append(link);
  }
})();
