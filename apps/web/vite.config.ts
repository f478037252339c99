// How the web app is built and served for work. The development server passes /api and /ws on to the product's server,
// whose address comes from API_ORIGIN.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractRoutes } from './build/contract-routes.ts';
import { earlyChunks } from './build/early-chunks.ts';
import { precompress } from './build/precompress.ts';
import { updateFile } from './build/update-file.ts';

const origin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8080';

const libraries = /node_modules\/(@tanstack|i18next|react|react-dom|react-i18next|react-router|scheduler|zustand)\//;
const kit = new RegExp(
  `/src/(${[
    'ui/(below|bot-status|card|choice|figures?|growing|header|lists|marks|pictures|row|times|venue-tag)',
    'lib/(api/request-id|copy|last-days|stores/welcome|use-back|use-wide)',
    'features/bots/grid-params',
  ].join('|')})\\.tsx?$`,
);
const botParts = new RegExp(
  `/src/(${[
    'features/bots/(arbitrage-kind|bot-identity|bot-reason|bot-reason-note|rungs|shown-parts|use-held-time)',
    'features/bots/(agreement/use-agreement|batch/api/batch|detail/(lazy-panes|side-bots)|drift/drift-note|list/api/bill)',
    'features/bots/operations/(action-buttons|api/operate-bot|lazy-dialogs|use-operations)',
    'ui/seen',
  ].join('|')})\\.tsx?$`,
);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [contractRoutes(), react(), earlyChunks(), updateFile(), precompress()],
  server: { proxy: { '/api': origin, '/dev/mail': origin, '/ws': { target: origin, ws: true } } },
  build: {
    target: 'es2022',
    manifest: true,
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every start needs travels in two files, not in thirty slivers that gzip cannot see across: the libraries that
    // nearly every screen stands on, cached from one release to the next, and our own. The entry and its styles stay apart.
    // So do the parts of the kit that most screens are drawn with, and what the screens of the bots share: a line takes six
    // requests at once, and thirty slivers are five rounds on it.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: libraries, priority: 1 },
            { name: 'start', tags: ['$initial'], test: /\/src\/(?!main\.tsx).*\.tsx?$/ },
            { name: 'kit', test: kit },
            { name: 'bots', test: botParts },
          ],
        },
      },
    },
  },
});
