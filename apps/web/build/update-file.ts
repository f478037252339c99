// A Vite plugin that writes updates/update.json beside the built app: the version of package.json, and as checksum that
// of the page, which names every file of the build by its hash. It speaks to the web only; the bundle of the native
// shell has its own file in the object storage.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

export function updateFile(): Plugin {
  return {
    name: 'update-file',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) return;
      const manifest = JSON.parse(await readFile(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as {
        version: string;
      };
      const page = await readFile(join(dir, 'index.html'));
      const file = {
        version: manifest.version,
        download_url: '/index.html',
        checksum: createHash('sha256').update(page).digest('hex'),
        update_log: { zh: '', en: '' },
        force_update: false,
        platform_support: ['web'],
        size: page.length,
      };
      await mkdir(join(dir, 'updates'), { recursive: true });
      await writeFile(join(dir, 'updates', 'update.json'), `${JSON.stringify(file, null, 2)}\n`);
    },
  };
}
