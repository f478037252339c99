// The table of a preview. A phone shows the columns that matter most and the rest on demand, so that no figure is cut.
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';
import type { PreviewTable } from '@cormorant/core/strategy/preview.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { useWide } from '../../../../lib/use-wide.ts';
import { figureText } from '../figure-text.ts';
import { usePreviewWords } from '../preview-words.ts';

/** What gives way first on a narrow screen. */
const lesser: ReadonlySet<string> = new Set(['target', 'capital', 'deviation']);
const lesserOfContracts: ReadonlySet<string> = new Set([...lesser, 'cumulative']);
const manyRows = 12;
/** Of both sides. */
const manyOfTwo = 16;

export function PlanTable({ table, symbol }: { table: PreviewTable; symbol: MarketSymbol }) {
  const { t } = useTranslation();
  const language = useTheme((entry) => entry.language);
  const words = usePreviewWords();
  const wide = useWide();
  const [all, setAll] = useState(false);
  const sideText = (value: string) => t(value === 'short' ? 'round.side.short' : 'round.side.long');
  const hidden = table.columns.some(({ key }) => key === 'liquidation') ? lesserOfContracts : lesser;
  const shown = table.columns.flatMap(({ key }, index) => (all || !hidden.has(key) ? [index] : []));
  const isOfTwo = table.columns[0]?.unit === 'side';
  const rows = all ? table.rows : table.rows.slice(0, isOfTwo ? manyOfTwo : manyRows);
  const more = shown.length < table.columns.length || rows.length < table.rows.length;
  return (
    <div className="editor__table">
      <div className="editor__scroll">
        <table className={wide ? 'table' : 'table editor__dense'}>
          <thead>
            <tr>
              {shown.map((index) => (
                <th key={table.columns[index]!.key} scope="col">
                  {words?.columnLabel(table.columns[index]!.key, language) ?? ''}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={`row-${at}`}>
                {shown.map((index) => (
                  <td key={table.columns[index]!.key}>
                    {cellText(table.columns[index]!, row[index] ?? null, symbol, sideText)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more || all ? (
        <button type="button" className="link link--p editor__more" onClick={() => setAll(!all)}>
          {t(all ? 'editor.lessColumns' : 'editor.moreColumns')}
        </button>
      ) : null}
    </div>
  );
}

/** Amounts of orders need no cents in a narrow table when they have none. */
function cellText(
  { key, unit }: PreviewTable['columns'][number],
  value: string | null,
  symbol: MarketSymbol,
  sideText: (value: string) => string,
): string {
  if (unit === 'side') return sideText(value ?? '');
  const text = figureText(unit, value, symbol);
  return unit === 'quote' && key !== 'capital' ? text.replace(/\.00$/, '') : text;
}
