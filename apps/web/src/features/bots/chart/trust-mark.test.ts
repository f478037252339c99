// What passes for the chart library's mark, and what does not.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { isDrawing } from './trust-mark.ts';

it('the library’s own drawing passes, whatever version is installed', () => {
  const folder = dirname(createRequire(import.meta.url).resolve('lightweight-charts/package.json'));
  const library = readFileSync(join(folder, 'dist', 'lightweight-charts.production.mjs'), 'utf8');
  const [, drawing = ''] = /innerHTML='(<svg [^']*)'/.exec(library) ?? [];
  expect(drawing.length).toBeGreaterThan(100);
  expect(isDrawing(drawing)).toBe(true);
});

it.each([
  '',
  'text',
  '<img src=x onerror=alert(1)>',
  '<svg onload="alert(1)"></svg>',
  '<svg ><script>alert(1)</script></svg>',
  '<svg ><a href="javascript:alert(1)"><path d="M0 0"/></a></svg>',
  '<svg ><path d="M0 0" onclick="x"/></svg>',
  '<svg ><path style="x:y"/></svg>',
  '<svg ><foreignObject><img src="x"/></foreignObject></svg>',
  '<svg ></svg><img src=x>',
  '<svg >words</svg>',
  '<svg ><g',
])('%j does not', (markup) => {
  expect(isDrawing(markup)).toBe(false);
});
