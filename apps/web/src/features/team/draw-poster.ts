// Draws the poster: the name, one sentence, the QR code, the invite code, and the line about risk. It is the same in both
// themes, because it is looked at elsewhere.
import { qrMatrix } from '../../ui/qr-matrix.ts';

export interface PosterWords {
  readonly name: string;
  readonly slogan: string;
  readonly scan: string;
  readonly code: string;
  readonly risk: string;
}

export const POSTER = { width: 720, height: 1_080 } as const;
const GUTTER = 56;
const QR_SIDE = 400;
const FONT = "'PingFang SC','Noto Sans CJK SC','HarmonyOS Sans SC','Microsoft YaHei',system-ui,sans-serif";

type Pen = CanvasRenderingContext2D;

/** Lines that fit; Chinese breaks anywhere, other words between them. */
export function wrapText(text: string, fits: (line: string) => boolean): string[] {
  const parts = text.match(/[\p{Script=Han}\p{P}]|[^\p{Script=Han}\p{P}\s]+\p{P}*|\s+/gu) ?? [];
  const lines: string[] = [];
  let line = '';
  for (const part of parts) {
    if (line === '' || fits(line + part)) line += part;
    else {
      lines.push(line.trimEnd());
      line = part.trimStart();
    }
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines;
}

function write(pen: Pen, text: string, size: number, weight: number, color: string, top: number): number {
  pen.font = `${weight} ${size}px ${FONT}`;
  pen.fillStyle = color;
  const lines = wrapText(text, (line) => pen.measureText(line).width <= POSTER.width - 2 * GUTTER);
  lines.forEach((line, at) => {
    pen.fillText(line, POSTER.width / 2, top + (at + 1) * size * 1.35);
  });
  return top + lines.length * size * 1.35;
}

function drawQr(pen: Pen, link: string, top: number): void {
  const grid = qrMatrix(link);
  const cell = Math.floor(QR_SIDE / grid.length);
  const side = cell * grid.length;
  const left = Math.round((POSTER.width - side) / 2);
  pen.fillStyle = '#ffffff';
  pen.beginPath();
  pen.roundRect(left - 32, top, side + 64, side + 64, 24);
  pen.fill();
  pen.fillStyle = '#0f1729';
  grid.forEach((row, y) => {
    row.forEach((on, x) => {
      if (on) pen.fillRect(left + x * cell, top + 32 + y * cell, cell, cell);
    });
  });
}

export function drawPoster(canvas: HTMLCanvasElement, link: string, words: PosterWords): void {
  const { height, width } = POSTER;
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('this device draws no pictures');
  const sky = pen.createLinearGradient(0, 0, width, height);
  sky.addColorStop(0, '#1f5eff');
  sky.addColorStop(1, '#0b2a7a');
  pen.fillStyle = sky;
  pen.fillRect(0, 0, width, height);
  pen.textAlign = 'center';
  const named = write(pen, words.name, 56, 700, '#ffffff', 64);
  write(pen, words.slogan, 28, 400, '#dbe6ff', named + 12);
  drawQr(pen, link, 268);
  const scanned = write(pen, words.scan, 26, 400, '#dbe6ff', 740);
  write(pen, words.code, 48, 700, '#ffffff', scanned + 8);
  write(pen, words.risk, 20, 400, '#c3d3fb', 900);
}

export function pictureOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob === null ? failed(new Error('no picture came')) : done(blob)), 'image/png');
  });
}
