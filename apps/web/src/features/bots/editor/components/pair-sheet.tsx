// Picks a pair: search, live prices, the present one marked.
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../../ui/field.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Sheet } from '../../../../ui/overlays.tsx';
import { Empty } from '../../../../ui/states.tsx';
import { PairRow } from './market-head.tsx';

export function PairSheet({
  open,
  symbols,
  chosen,
  onPick,
  onClose,
}: {
  open: boolean;
  symbols: readonly MarketSymbol[];
  chosen: string;
  onPick: (symbol: MarketSymbol) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [keyword, setKeyword] = useState('');
  const wanted = keyword
    .trim()
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
  const found = symbols.filter(({ symbol }) => symbol.replace('/', '').includes(wanted));
  return (
    <Sheet open={open} onClose={onClose} title={t('editor.pickPair')}>
      <div className="editor__search">
        <Field
          label={t('editor.search')}
          name="keyword"
          type="search"
          autoComplete="off"
          autoCapitalize="characters"
          placeholder="BTC"
          start={<Icon name="search" size="m" />}
          value={keyword}
          onValue={setKeyword}
        />
      </div>
      {found.length === 0 ? (
        <Empty art="search" text={t('editor.noPair')} />
      ) : (
        <div className="list">
          {found.map((symbol) => (
            <button
              key={symbol.id}
              type="button"
              className="row"
              aria-pressed={symbol.symbol === chosen}
              disabled={symbol.status === 'halt'}
              onClick={() => onPick(symbol)}
            >
              <PairRow symbol={symbol} />
            </button>
          ))}
        </div>
      )}
    </Sheet>
  );
}
