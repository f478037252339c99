// Finds the Chromium the browser tests drive, or installs Debian's with its Chinese fonts when we are root. Invariant:
// when there is none it says how to get one, and the browser tests count as failed, not as passed over.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Chromium without a window needs a third less time for the same tests; any other will do. */
const WINDOWLESS = 'chromium-headless-shell';
const NAMES = [WINDOWLESS, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const FONTS = 'fonts-noto-cjk';

export class NoBrowser extends Error {}

export function findBrowser(): string | undefined {
  const named = process.env.CHROME_PATH ?? process.env.CHROME;
  if (named) return named;
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'];
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...paths, MAC].find((path) => existsSync(path));
}

export function ensureBrowser(say: (line: string) => void): string {
  const named = process.env.CHROME_PATH ?? process.env.CHROME;
  if (!named && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const missing = [
      ...(findBrowser()?.endsWith(WINDOWLESS) === true ? [] : [WINDOWLESS]),
      ...(hasChineseFont() ? [] : [FONTS]),
    ];
    if (missing.length > 0) say(`Installing ${missing.join(' and ')} by apt …`);
    for (const one of missing) install(one);
    if (findBrowser() === undefined) install('chromium');
  }
  const browser = findBrowser();
  if (browser) return browser;
  throw new NoBrowser(
    `The browser tests need Chromium. On Debian, as root: apt-get install ${WINDOWLESS} ${FONTS}; elsewhere set CHROME_PATH to a Chrome or Chromium`,
  );
}

function install(name: string): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (args: string[]) => spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 2, 2] }).status === 0;
  const wanted = ['install', '-y', '--no-install-recommends', name];
  if (!run(wanted)) {
    run(['update']);
    run(wanted);
  }
}

function hasChineseFont(): boolean {
  const list = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' });
  return list.status === 0 && list.stdout.trim() !== '';
}
