// A QR code as one picture: dark on white whatever the theme, because readers want it so.
import { useMemo } from 'react';
import { qrMatrix } from './qr-matrix.ts';

const quiet = 4;

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { path, size } = useMemo(() => {
    const grid = qrMatrix(text);
    const dark = grid.flatMap((row, y) => row.flatMap((on, x) => (on ? `M${x} ${y}h1v1h-1z` : [])));
    return { path: dark.join(''), size: grid.length };
  }, [text]);
  const side = size + 2 * quiet;
  return (
    <svg
      className="qr"
      role="img"
      aria-label={label}
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect x={-quiet} y={-quiet} width={side} height={side} fill="#fff" />
      <path d={path} fill="#0f1729" />
    </svg>
  );
}
