// Markdown as elements: what our texts use is drawn, links inside the app are the router's, and nothing of a hostile text
// becomes more than words.
import { cleanup, fireEvent, render } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Prose } from './prose.tsx';

afterEach(cleanup);

function Place() {
  const { pathname, search, hash } = useLocation();
  return <output>{pathname + search + hash}</output>;
}

function draw(text: string): HTMLElement {
  const { container } = render(
    <MemoryRouter>
      <Prose text={text} />
      <Place />
    </MemoryRouter>,
  );
  return container;
}

const prose = (text: string): string => draw(text).querySelector('.prose')?.innerHTML ?? '';
const hrefs = (text: string) => [...draw(text).querySelectorAll('a')].map((link) => link.getAttribute('href'));

describe('prose shows', () => {
  it('headings, paragraphs and lists', () => {
    expect(prose('## One\n### Two\na\nb\n\n- c\n* d\n\n1. e\n2) f')).toBe(
      '<h3>One</h3><h4>Two</h4><p>a b</p><ul><li>c</li><li>d</li></ul><ol start="1"><li>e</li><li>f</li></ol>',
    );
  });

  it('the number that a list goes on with after a paragraph', () => {
    expect(prose('1. a\n\nmore\n\n2. b')).toBe('<ol start="1"><li>a</li></ol><p>more</p><ol start="2"><li>b</li></ol>');
  });

  it('bold, italics and code, and signs of them that are no pair as they are', () => {
    expect(prose('**a** *c* `*d* **e**` 2 * 3 * 4 `f **h [i] j')).toBe(
      '<p><b>a</b> <i>c</i> <code>*d* **e**</code> 2 * 3 * 4 `f **h [i] j</p>',
    );
  });

  it('a table with its columns, its figures at the right, and no cell beyond them', () => {
    const container = draw('| | Name | Rate |\n|---|---|--:|\n| 1 | **a** \\| b | 0.1 | more |\n| 2 | [c](/my) |');
    expect([...container.querySelectorAll('th')].map((cell) => cell.textContent)).toEqual(['Name', 'Rate']);
    const rows = [...container.querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    );
    expect(rows).toEqual([
      ['1', 'a | b', '0.1'],
      ['2', 'c'],
    ]);
    expect([...container.querySelectorAll('.prose__end')].map((cell) => cell.textContent)).toEqual(['Rate', '0.1']);
    expect(container.querySelector('figure')?.getAttribute('aria-label')).toBe('Name, Rate');
  });

  it('bars that are no table as a paragraph', () => {
    expect(prose('| a | b')).toBe('<p>| a | b</p>');
    expect(prose('| a |\n| b |')).toBe('<p>| a | | b |</p>');
  });

  it('quotes, and blocks of code as they are written, to the end where they have none', () => {
    expect(prose('> a\n> **b**\n\n```json\n{ "x": [1](/y) }\n\n  # c\n```\nd')).toBe(
      '<blockquote>a <b>b</b></blockquote><pre>{ "x": [1](/y) }\n\n  # c</pre><p>d</p>',
    );
    expect(prose('```\n<b>')).toBe('<pre>&lt;b&gt;</pre>');
  });
});

describe('links of prose', () => {
  it('inside the app are followed by the router, without loading a page', () => {
    const container = draw('See [the fees](/about/fees?x=1#y).');
    const link = container.querySelector('a') as HTMLAnchorElement;
    // The browser would leave the page if nobody kept it from that.
    expect(fireEvent.click(link)).toBe(false);
    expect(container.querySelector('output')?.textContent).toBe('/about/fees?x=1#y');
  });

  it('to https leave the app and tell nobody from where', () => {
    const container = draw('[out](https://example.org/a)');
    expect(container.querySelector('a')?.outerHTML).toContain('href="https://example.org/a" rel="noreferrer"');
  });

  it.each([
    '[a](javascript:alert)',
    '[a](JaVaScRiPt:alert)',
    '[a](data:text/html,x)',
    '[a](http://example.org)',
    '[a](//example.org)',
    '[a](/\\example.org)',
    '[a](\\\\example.org)',
    '[a](vbscript:x)',
    '[a](https:example.org)',
    '[a](help)',
    '[a]()',
  ])('%s is none', (text) => {
    expect(hrefs(text)).toEqual([]);
    cleanup();
    expect(draw(text).querySelector('.prose')?.textContent).toBe(text);
  });
});

describe('a hostile text', () => {
  it('becomes no HTML', () => {
    const text =
      '<script>alert(1)</script> <img src=x onerror=alert(1)> **<svg onload=alert(1)>** | <iframe>\n\n| <b>x |\n|---|\n| <a href=x> |';
    const container = draw(text);
    expect(container.querySelectorAll('.prose :is(script, img, svg, iframe, a)')).toHaveLength(0);
    expect(container.querySelector('.prose')?.textContent).toContain('<script>alert(1)</script>');
  });

  it('shows of a picture only its words, so that none is too large and none asks anybody for itself', () => {
    const container = draw('![a huge one](https://example.org/10000x10000.png) ![two](/banners/grid.svg)');
    expect(container.querySelectorAll('img, a')).toHaveLength(0);
    expect(container.querySelector('.prose')?.textContent).toBe('a huge one two');
  });

  it('cannot turn the direction of writing', () => {
    const text = '[\u202egro.live\u202c](https://example.org/\u2066a) \u200ffoo \u061cbar';
    const container = draw(text);
    expect(container.querySelector('.prose')?.textContent).toBe('gro.live foo bar');
    expect(container.querySelector('a')?.getAttribute('href')).toBe('https://example.org/a');
  });

  describe('of two hundred thousand signs', () => {
    const msFor = (sign: string, length: number): number => {
      const text = sign.repeat(length / sign.length);
      const began = performance.now();
      draw(text);
      const ms = performance.now() - began;
      cleanup();
      return ms;
    };
    let honestMs = 0;
    beforeAll(() => {
      honestMs = msFor('**bold** ', 20_000);
    });

    // What looks at every sign again for each of them does it twenty thousand million times.
    it.each(['[', '![', '*', '*a ', '`', '[a](', '|', '> ', '1. ', '[a](b'])(
      'that are %j is drawn faster than an honest one of a tenth',
      (sign) => {
        expect(msFor(sign, 200_000)).toBeLessThan(honestMs);
      },
    );
  });
});
