// The test projects: unit tests beside their files, the web's in jsdom, and the integration tests of tests/, shared and alone.
// Invariant: every *.test.ts(x) belongs to exactly one project; tests/e2e is Playwright's (*.spec.ts) and to none.
// The files of a project share a process (`isolate: false`): loading modules, jsdom or the whole server anew for each of them
// took half to two thirds of their processor time. So a test file leaves nothing behind in modules, globals or the page.
// Those that replace a module for the server in their process, or weigh that process, have one of their own.
import { defineConfig } from 'vitest/config';
import { contractRoutes } from './apps/web/build/contract-routes.ts';

const shared = {
  pool: 'forks' as const,
  testTimeout: 20_000,
  hookTimeout: 60_000,
  // Generous, because it only costs time when something is wrong: a busy machine is not.
  expect: { poll: { timeout: 15_000 } },
  globalSetup: ['./tools/test-database-setup.ts'],
  setupFiles: ['./tools/test-seed.ts'],
};

/** Integration tests in a process of their own. */
const alone = [
  'tests/api/payment.test.ts',
  'tests/api/reset-tickets.test.ts',
  'tests/api/timing.test.ts',
  'tests/faults/soak.test.ts',
];

const integration = {
  ...shared,
  testTimeout: 120_000,
  // Their hooks start whole servers and databases.
  hookTimeout: 180_000,
};

/** Tests of the web that replace modules: what another file of the process has loaded would stay as it is. */
const aloneInWeb = [
  'apps/web/src/features/bots/editor/use-form.test.ts',
  'apps/web/src/features/bots/list/components/bot-card.test.tsx',
  'apps/web/src/features/bots/list/components/bot-item.test.tsx',
  'apps/web/src/features/diagnostics/gallery/gallery.test.tsx',
  'apps/web/src/lib/update/updates.test.ts',
];

const web = {
  pool: 'forks' as const,
  environment: 'jsdom',
  setupFiles: ['./tools/test-seed.ts', './apps/web/test-patience.ts'],
  testTimeout: 20_000,
  expect: shared.expect,
};

export default defineConfig({
  test: {
    // One more than the cores of the smallest machine: the longest files wait for clocks and processes half of their time.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          isolate: false,
          // The core's pure suites play whole worlds.
          testTimeout: 120_000,
          include: [
            'packages/**/*.test.ts',
            'apps/server/**/*.test.ts',
            'apps/venue/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/dist/**'],
        },
      },
      {
        plugins: [contractRoutes()],
        test: {
          ...web,
          name: 'web',
          isolate: false,
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', ...aloneInWeb],
        },
      },
      {
        plugins: [contractRoutes()],
        test: { ...web, name: 'web-alone', include: aloneInWeb },
      },
      {
        test: {
          ...integration,
          name: 'integration',
          isolate: false,
          include: ['tests/**/*.test.ts', 'tools/**/*.test.ts', 'commands/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'tests/e2e/**', ...alone],
        },
      },
      { test: { ...integration, name: 'alone', include: alone } },
    ],
  },
});
