// Before the first paint: theme, up/down convention and language stand on <html>, so that nothing flashes. The words and
// the screen are asked for together with the entry, and so is what the screen shows first: on a slow line the app's own
// files take a second to arrive. It is a file of its own because the content policy allows no inline script, and it must
// never throw: storage may be shut or broken.
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
  const lang = language === 'en' ? 'en' : 'zh';

  const early = document.querySelector('meta[name=early-chunks]')?.getAttribute('content');
  if (!early) return;
  const { token } = read('session');
  const bot = /^\/strategy\/detail\/(\d+)$/.exec(location.pathname)?.[1];
  const screen = !token ? 'login' : bot ? 'detail' : { '/': 'home', '/strategy': 'strategies' }[location.pathname];

  const files = JSON.parse(early);
  // The frame in the page is painted before the app's files are run, which takes a slow phone a third of a second. A page
  // that nobody sees is not painted.
  const run = () => {
    void import(files.entry);
  };
  if (document.hidden || !PerformanceObserver.supportedEntryTypes?.includes('paint')) run();
  else {
    new PerformanceObserver(run).observe({ type: 'paint', buffered: true });
    setTimeout(run, 1_000);
  }

  for (const file of [...files[lang], ...(files[screen] ?? [])]) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = file;
    document.head.append(link);
  }

  // Each is taken once, by the call that would ask the same (lib/api/early-answers.ts).
  const asked = {
    home: ['/api/user/index', '/api/user/botList', '/api/user/asset?exchange=local&wallet=all'],
    strategies: ['/api/user/botList', '/api/user/bill?exchange='],
    detail: [`/api/user/botDetail?id=${bot}`],
  };
  if (typeof token === 'string') {
    const ask = (address) => {
      const answer = fetch(address, {
        headers: { 'X-lang': lang, Authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(15_000),
        cache: 'no-store',
        credentials: 'omit',
      });
      // Whoever takes it learns of the failure.
      answer.catch(() => undefined);
      return [address, answer];
    };
    window.earlyAnswers = { token, lang, at: performance.now(), answers: new Map((asked[screen] ?? []).map(ask)) };
  }
})();
