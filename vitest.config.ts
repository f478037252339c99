// The three test projects: unit tests beside their files, the web's in jsdom, and the integration tests of tests/.
// Invariant: every *.test.ts(x) belongs to exactly one project; tests/e2e is Playwright's (*.spec.ts) and to none.
// The files of unit and web share a process (`isolate: false`): loading modules and jsdom anew for each of them took two
// thirds of their processor time. So a test file leaves nothing behind in modules, globals or the page. Integration
// tests start servers in their process and keep one of their own.
import { defineConfig } from 'vitest/config';
import { contractRoutes } from './apps/web/build/contract-routes.ts';

const shared = {
  pool: 'forks',
  testTimeout: 20_000,
  hookTimeout: 60_000,
  // Generous, because it only costs time when something is wrong: a busy machine is not.
  expect: { poll: { timeout: 15_000 } },
  globalSetup: ['./tools/test-database-setup.ts'],
  setupFiles: ['./tools/test-seed.ts'],
} as const;

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
          name: 'web',
          pool: 'forks',
          isolate: false,
          environment: 'jsdom',
          setupFiles: ['./tools/test-seed.ts', './apps/web/test-patience.ts'],
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          testTimeout: 20_000,
          expect: shared.expect,
        },
      },
      {
        test: {
          ...shared,
          name: 'integration',
          include: ['tests/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'tests/e2e/**'],
          testTimeout: 120_000,
          // Their hooks start whole servers and databases.
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
