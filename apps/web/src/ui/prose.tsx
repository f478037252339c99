// Shows the small part of Markdown that our own texts use: headings, paragraphs, lists, bold, and links inside the app or
// to https. Everything becomes elements, nothing becomes HTML, so a text can never carry a script.
import type { ReactNode } from 'react';

export function Prose({ text }: { text: string }) {
  return (
    <div className="prose">
      {blocksOf(text).map((block, index) => (
        <Block key={`block-${index}`} block={block} />
      ))}
    </div>
  );
}

interface BlockShape {
  readonly kind: 'heading' | 'paragraph' | 'bullets' | 'numbers';
  readonly lines: string[];
}

function blocksOf(text: string): BlockShape[] {
  const blocks: BlockShape[] = [];
  let open: BlockShape | null = null;
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    const kind = /^#{1,6}\s/.test(line)
      ? 'heading'
      : /^[-*]\s/.test(line)
        ? 'bullets'
        : /^\d+[.)]\s/.test(line)
          ? 'numbers'
          : 'paragraph';
    if (line === '') {
      open = null;
      continue;
    }
    const content = line.replace(/^(#{1,6}|[-*]|\d+[.)])\s+/, '');
    if (open !== null && open.kind === kind && kind !== 'heading') open.lines.push(content);
    else {
      open = { kind, lines: [content] };
      blocks.push(open);
    }
  }
  return blocks;
}

function Block({ block }: { block: BlockShape }) {
  if (block.kind === 'heading') return <h3>{inline(block.lines[0] ?? '')}</h3>;
  if (block.kind === 'paragraph') return <p>{inline(block.lines.join(' '))}</p>;
  const items = block.lines.map((line, index) => <li key={`item-${index}`}>{inline(line)}</li>);
  return block.kind === 'bullets' ? <ul>{items}</ul> : <ol>{items}</ol>;
}

function inline(text: string): ReactNode[] {
  return text.split(/(\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/).map((part, index) => {
    const key = `part-${index}`;
    if (part.startsWith('**')) return <b key={key}>{part.slice(2, -2)}</b>;
    const link = /^\[([^\]]+)\]\((https:\/\/[^)\s]+|\/(?!\/)[^)\s]*)\)$/.exec(part);
    if (link)
      return (
        <a key={key} className="inline-link" href={link[2]} rel="noreferrer">
          {link[1]}
        </a>
      );
    return part;
  });
}
