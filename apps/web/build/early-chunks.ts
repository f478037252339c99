// A Vite plugin that writes into the page which files the words and the screens that are opened most are in, so that the page can ask for
// them at once instead of after the entry has run. The file public/before-paint.js reads it.
import type { Plugin } from 'vite';

const wanted = {
  zh: /\/locales\/zh\.ts$/,
  en: /\/locales\/en\.ts$/,
  login: /\/identity\/screens\/login\.tsx$/,
  home: /\/home\/screens\/home\.tsx$/,
  strategies: /\/list\/screens\/strategies\.tsx$/,
  detail: /\/detail\/screens\/strategy-detail\.tsx$/,
} as const;

export function earlyChunks(): Plugin {
  return {
    name: 'early-chunks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk');
        const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
        const closure = (name: string, found = new Set<string>()): Set<string> => {
          if (found.has(name)) return found;
          found.add(name);
          for (const next of byName.get(name)?.imports ?? []) closure(next, found);
          return found;
        };
        const entry = chunks.find((chunk) => chunk.isEntry);
        const atStart = entry === undefined ? new Set<string>() : closure(entry.fileName);
        const files = Object.entries(wanted).map(([name, pattern]) => {
          const chunk = chunks.find((candidate) => pattern.test(candidate.facadeModuleId ?? ''));
          const own = chunk === undefined ? [] : [...closure(chunk.fileName)].filter((file) => !atStart.has(file));
          return [name, own.map((file) => `/${file}`)];
        });
        const content = JSON.stringify({ entry: `/${entry?.fileName}`, ...Object.fromEntries(files) });
        return {
          // It travels at once and is run by before-paint.js, when the page has been painted.
          html: html.replace(/<script type="module" crossorigin src="([^"]+)"><\/script>/, (_tag, file: string) => {
            return `<link rel="modulepreload" crossorigin href="${file}">`;
          }),
          tags: [{ tag: 'meta', attrs: { name: 'early-chunks', content }, injectTo: 'head-prepend' }],
        };
      },
    },
  };
}
