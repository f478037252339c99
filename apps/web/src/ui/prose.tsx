// Shows the small part of Markdown that our own texts use: headings, paragraphs, lists, tables, quotes, code, bold, italics,
// and links inside the app, which the router follows, or to https. Everything becomes elements, nothing becomes HTML, so a
// text can never carry a script; of a picture only its words are shown, and signs that turn the direction of writing, which
// make one address look like another, are left out.
import type { ReactNode } from 'react';
import { Link } from 'react-router';

export function Prose({ text }: { text: string }) {
  return (
    <div className="prose">
      {blocksOf(text.replace(turningSigns, '')).map((block, index) => (
        <Block key={`block-${index}`} block={block} />
      ))}
    </div>
  );
}

const turningSigns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

interface BlockShape {
  readonly kind: 'heading' | 'subheading' | 'paragraph' | 'bullets' | 'numbers' | 'table' | 'quote' | 'code';
  /** The number that a list begins with. */
  readonly start: number;
  readonly lines: string[];
}

/** What a line begins with, and how much of it is no content. */
const marks: readonly (readonly [BlockShape['kind'], RegExp])[] = [
  ['heading', /^##?\s+/],
  ['subheading', /^#{3,6}\s+/],
  ['bullets', /^[-*]\s+/],
  ['numbers', /^\d{1,9}[.)]\s+/],
  ['quote', /^>\s?/],
  ['table', /^(?=\|)/],
];

function blocksOf(text: string): BlockShape[] {
  const blocks: BlockShape[] = [];
  let open: BlockShape | null = null;
  const begin = (kind: BlockShape['kind'], start: number, ...lines: string[]): void => {
    open = { kind, start, lines };
    blocks.push(open);
  };
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    const last = open as BlockShape | null;
    if (last?.kind === 'code') {
      if (line.startsWith('```')) open = null;
      else last.lines.push(raw);
      continue;
    }
    if (line.startsWith('```')) {
      begin('code', 1);
      continue;
    }
    if (line === '') {
      open = null;
      continue;
    }
    const [kind, mark] = marks.find(([, pattern]) => pattern.test(line)) ?? (['paragraph', /^/] as const);
    const content = line.replace(mark, '');
    if (last?.kind === kind && kind !== 'heading' && kind !== 'subheading') last.lines.push(content);
    else begin(kind, Number.parseInt(line, 10) || 1, content);
  }
  return blocks;
}

function Block({ block: { kind, lines, start } }: { block: BlockShape }) {
  if (kind === 'heading') return <h3>{inline(lines[0] ?? '')}</h3>;
  if (kind === 'subheading') return <h4>{inline(lines[0] ?? '')}</h4>;
  if (kind === 'table' && /^[|:\s-]{3,}$/.test(lines[1] ?? '')) return <Table lines={lines} />;
  if (kind === 'paragraph' || kind === 'table') return <p>{inline(lines.join(' '))}</p>;
  if (kind === 'quote') return <blockquote>{inline(lines.join(' '))}</blockquote>;
  if (kind === 'code') return <pre>{lines.join('\n')}</pre>;
  const items = lines.map((line, index) => <li key={`item-${index}`}>{inline(line)}</li>);
  return kind === 'bullets' ? <ul>{items}</ul> : <ol start={start}>{items}</ol>;
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** The first row names the columns, the second says how they stand; the others have as many cells as the first. */
function Table({ lines: [first = '', second = '', ...rest] }: { lines: readonly string[] }) {
  const head = cellsOf(first);
  const ends = cellsOf(second).map((cell) => cell.endsWith(':') && !cell.startsWith(':'));
  const classOf = (column: number) => (ends[column] ? 'prose__end' : undefined);
  return (
    // Wider than a phone it is scrolled by itself, by the keyboard as well.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <figure className="prose__table" aria-label={head.filter((cell) => cell !== '').join(', ')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, column) =>
              cell === '' ? (
                <td key={`column-${column}`} />
              ) : (
                <th key={`column-${column}`} scope="col" className={classOf(column)}>
                  {inline(cell)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rest.map((line, row) => (
            <tr key={`row-${row}`}>
              {cellsOf(line)
                .slice(0, head.length)
                .map((cell, column) => (
                  <td key={`column-${column}`} className={classOf(column)}>
                    {inline(cell)}
                  </td>
                ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** No part can begin inside another of its kind, so that each sign is looked at a few times and not once for every other. */
const parts = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s](?:[^*]*[^*\s])?\*|!?\[[^[\]]+\]\([^()\s]+\))/;

function inline(text: string): ReactNode[] {
  return text.split(parts).map((part, index) => {
    const key = `part-${index}`;
    if (index % 2 === 0) return part;
    if (part.startsWith('`')) return <code key={key}>{part.slice(1, -1)}</code>;
    if (part.startsWith('**')) return <b key={key}>{inline(part.slice(2, -2))}</b>;
    if (part.startsWith('*')) return <i key={key}>{inline(part.slice(1, -1))}</i>;
    const [, picture, words, target = ''] = /^(!?)\[(.+)\]\((.+)\)$/.exec(part) ?? [];
    if (picture === '!' || words === undefined) return words;
    if (/^\/(?![/\\])/.test(target)) {
      return (
        <Link key={key} className="inline-link" to={target}>
          {inline(words)}
        </Link>
      );
    }
    if (!target.startsWith('https://')) return part;
    return (
      <a key={key} className="inline-link" href={target} rel="noreferrer">
        {inline(words)}
      </a>
    );
  });
}
