// How the web app is built and served for work. The development server passes /api and /ws on to the product's server,
// whose address comes from API_ORIGIN.
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractRoutes } from './build/contract-routes.ts';
import { earlyChunks } from './build/early-chunks.ts';
import { precompress } from './build/precompress.ts';
import { updateFile } from './build/update-file.ts';

const origin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8080';

const libraries = /node_modules\/(@tanstack|i18next|react|react-dom|react-i18next|react-router|scheduler|zustand)\//;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [contractRoutes(), react(), tailwindcss(), earlyChunks(), updateFile(), precompress()],
  server: { proxy: { '/api': origin, '/dev/mail': origin, '/ws': { target: origin, ws: true } } },
  build: {
    target: 'es2022',
    manifest: true,
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every start needs travels in two files, not in thirty slivers that gzip cannot see across: the libraries that
    // nearly every screen stands on, cached from one release to the next, and our own. The entry and its styles stay apart.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: libraries, priority: 1 },
            { name: 'start', tags: ['$initial'], test: /\/src\/(?!main\.tsx).*\.tsx?$/ },
          ],
        },
      },
    },
  },
});
