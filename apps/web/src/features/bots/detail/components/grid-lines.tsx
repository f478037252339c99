// Resting orders of a grid as a book of two sides, and every line as a table that also says what is missing and why.
import type { GridLine } from '@cormorant/contract/entities/bot.ts';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPrice, formatSignedPercent, formatTrimmed } from '../../../../ui/figures.ts';
import { distancePercent, type GridBook } from '../grid-book.ts';

const nearest = 5;
const narrowing = 13;

interface Priced {
  readonly price: string | null;
  readonly tick: string | undefined;
}

export function NearestOrders({ book, price, tick }: Priced & { book: GridBook }) {
  const { t } = useTranslation();
  const rows = Array.from({ length: nearest }, (_, at) => at);
  return (
    <div className="book mt-2">
      <div className="book__head">
        <span>{t('bots.detail.distance')}</span>
        <span>{t('bots.detail.buys', { count: book.buys.length })}</span>
      </div>
      <div className="book__head">
        <span>{t('bots.detail.sells', { count: book.sells.length })}</span>
        <span>{t('bots.detail.distance')}</span>
      </div>
      {rows.map((at) => [
        <BookRow key={`buy-${at}`} side="buy" at={at} line={book.buys[at]} price={price} tick={tick} />,
        <BookRow key={`sell-${at}`} side="sell" at={at} line={book.sells[at]} price={price} tick={tick} />,
      ])}
    </div>
  );
}

interface BookRowProps extends Priced {
  readonly side: 'buy' | 'sell';
  readonly at: number;
  readonly line: GridLine | undefined;
}

/** An absent line keeps its place, so that the card never changes height while orders fill. */
function BookRow({ side, at, line, price, tick }: BookRowProps) {
  if (line === undefined) return <div className="book__row" />;
  const distance = (
    <span className="c3" key="distance">
      {formatSignedPercent(distancePercent(line.price, price))}
    </span>
  );
  const figure = (
    <b className={side === 'buy' ? 'up' : 'down'} key="price">
      {formatPrice(line.price, tick)}
    </b>
  );
  return (
    <div
      className={`book__row book__row--${side}`}
      style={{ '--w': `${100 - at * narrowing}%` } as CSSProperties}
      data-pending={line.state === 'pending' || undefined}
    >
      {side === 'buy' ? [distance, figure] : [figure, distance]}
    </div>
  );
}

export function LineTable({ lines, price, tick }: Priced & { lines: readonly GridLine[] }) {
  const { t } = useTranslation();
  return (
    <table className="table mt-2">
      <thead>
        <tr>
          <th>#</th>
          <th>{t('bots.detail.linePrice')}</th>
          <th>{t('bots.detail.distance')}</th>
          <th>{t('bots.detail.lineQty')}</th>
          <th>{t('bots.detail.lineState')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.line} className={line.state === 'empty' ? 'todo' : undefined}>
            <td>{line.line + 1}</td>
            <td>{formatPrice(line.price, tick)}</td>
            <td className="c3">{formatSignedPercent(distancePercent(line.price, price))}</td>
            <td>{formatTrimmed(line.qty)}</td>
            <td>
              <LineState line={line} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LineState({ line }: { line: GridLine }) {
  const { t } = useTranslation();
  if (line.state === 'missing')
    return <span className="cw line__why">{line.reason_text || t('bots.detail.states.missing')}</span>;
  if (line.state === 'live' && line.side !== '')
    return <b className={line.side === 'buy' ? 'up' : 'down'}>{t(`bots.detail.states.${line.side}`)}</b>;
  return <span className="c3">{t(`bots.detail.states.${line.state}`)}</span>;
}
