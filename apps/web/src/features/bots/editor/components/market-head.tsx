// The head of the editor: which category at which exchange with what money, and which pair at which price.
import type { BotType } from '@cormorant/contract/entities/bot-type.ts';
import type { Exchange, MarketSymbol } from '@cormorant/contract/entities/market.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTicker } from '../../../../lib/socket/live.ts';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { Card } from '../../../../ui/card.tsx';
import { Segment } from '../../../../ui/choice.tsx';
import { Figure, ProfitRate } from '../../../../ui/figure.tsx';
import { formatCompact, formatPrice, signOf } from '../../../../ui/figures.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { Coin, Note, Tag } from '../../../../ui/marks.tsx';
import { Sparkline } from '../../../../ui/pictures.tsx';
import { weekQuery } from '../api/editor-queries.ts';

const DAY_HOURS = 24;

export function CategoryCard({
  type,
  exchange,
  paper,
  onPick,
}: {
  type: BotType;
  exchange: Exchange | undefined;
  /** The money traded is not real. */
  paper: boolean;
  /** Null when there is nothing else to choose. */
  onPick: (() => void) | null;
}) {
  const { t } = useTranslation();
  const name = exchange?.name ?? '';
  const supported = (type.market === 'spot' ? exchange?.sim_spot : exchange?.sim_futures) === 1;
  const inside = (
    <>
      <span className="exch" aria-hidden="true">
        {name.slice(0, 1) || '·'}
      </span>
      <span className="editor__names">
        <span className="t-row editor__name">
          {type.name}
          {onPick ? <Icon name="down" size="xs" /> : null}
        </span>
        {paper && supported ? <Tag kind="sim">{t('simulated')}</Tag> : null}
      </span>
    </>
  );
  return (
    <Card tight>
      <div className="between">
        {onPick ? (
          <button type="button" className="hstack editor__category" onClick={onPick}>
            {inside}
          </button>
        ) : (
          <div className="hstack editor__category">{inside}</div>
        )}
        {paper && !supported ? (
          <Tag kind="sim">{t('simulated')}</Tag>
        ) : (
          <div className="editor__mode">
            <Segment
              small
              label={t('editor.mode')}
              value="live"
              options={[
                { value: 'live', label: t('editor.live'), disabled: !supported },
                { value: 'sim', label: t('editor.sim'), disabled: !supported },
              ]}
              onChange={() => undefined}
            />
          </div>
        )}
      </div>
      {supported ? null : (
        <p className="t-tag c3 editor__mode-note">
          {paper
            ? t('editor.paperExchange', { exchange: name })
            : t(type.market === 'spot' ? 'editor.simUnsupported' : 'editor.simUnsupportedFutures')}
        </p>
      )}
    </Card>
  );
}

interface Cure {
  readonly label: string;
  readonly onPress: () => void;
}

export interface Standing {
  readonly text: string;
  readonly cure: Cure | null;
}

/** The pair with its live price; pressing it picks another. */
export function PairCard({
  symbol,
  error,
  cure,
  standing = null,
  onPick,
}: {
  symbol: MarketSymbol;
  error: string | undefined;
  /** What cures the error. */
  cure?: Cure | null;
  /** What a start is likely to meet here. */
  standing?: Standing | null;
  onPick: (() => void) | null;
}) {
  const inside = <PairRow symbol={useWithHistory(symbol)} picks={onPick !== null} />;
  return (
    <Card tight>
      <div data-field="symbol">
        {onPick ? (
          <button type="button" className="row editor__pair" onClick={onPick}>
            {inside}
          </button>
        ) : (
          <div className="row editor__pair">{inside}</div>
        )}
        {error ? (
          <div className="editor__refused">
            <Note tone="danger" live {...(cure && { action: cure })}>
              {error}
            </Note>
          </div>
        ) : standing ? (
          <div className="editor__refused">
            <Note tone="warn" {...(standing.cure && { action: standing.cure })}>
              {standing.text}
            </Note>
          </div>
        ) : null}
      </div>
    </Card>
  );
}

/** A list tells the past of its first pairs only; that of the chosen one is in the week the form reads anyway. */
function useWithHistory(symbol: MarketSymbol): MarketSymbol {
  const week = useQuery({ ...weekQuery(symbol), enabled: symbol.history === undefined }).data;
  if (symbol.history !== undefined || week === undefined) return symbol;
  return { ...symbol, history: week.slice(-DAY_HOURS).map((candle) => candle[4]) };
}

export function PairRow({ symbol, picks = false }: { symbol: MarketSymbol; picks?: boolean }) {
  const { t } = useTranslation();
  const language = useTheme((entry) => entry.language);
  const quote = useTicker(symbol.exchange, symbol.market, symbol.symbol);
  const last = quote?.last ?? symbol.last;
  const change = quote?.change_24h ?? symbol.change_24h;
  return (
    <>
      <Coin code={symbol.base} />
      <div className="row__body">
        <div className="row__title">
          {symbol.base}
          <span className="quote">/{symbol.quote}</span>
          {picks ? <Icon name="down" size="xs" /> : null}
          {symbol.status === 'halt' ? <Tag kind="w">{t('editor.halted')}</Tag> : null}
        </div>
        <div className="row__meta num">
          {t('editor.volume', { amount: formatCompact(symbol.volume_24h, language) })}
        </div>
      </div>
      <Sparkline points={(symbol.history ?? []).map(Number)} width={64} height={28} direction={signOf(change)} />
      <div className="row__end">
        <div className="t-row">
          <Figure text={formatPrice(last, symbol.tick)} value={last} />
        </div>
        <div className="t-meta">
          <ProfitRate value={change} />
        </div>
      </div>
    </>
  );
}
