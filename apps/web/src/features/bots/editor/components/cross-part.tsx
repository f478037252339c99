// A cross arbitrage before it starts: the coin's price at both exchanges, what the gap would bring now in the better
// direction, and what must lie at each: cash at the first, coin at the second.
import type { Exchange } from '@cormorant/contract/entities/market.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { exchangesQuery } from '../../../../lib/queries.ts';
import { useTicker } from '../../../../lib/socket/live.ts';
import { cx } from '../../../../ui/class-names.ts';
import { KeyValues } from '../../../../ui/figure.tsx';
import { formatPercent, formatPrice, formatTrimmed, formatUsdt, missing } from '../../../../ui/figures.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { Note } from '../../../../ui/marks.tsx';
import { elsewhereQuery, freeElsewhereQuery } from '../api/editor-queries.ts';
import { needsOf, netGap } from '../cross-gap.ts';
import type { Form } from '../use-form.ts';

const gapDecimals = 3;

/** Nothing is said before the other exchange is chosen, and of one where bots do not trade. */
export function CrossPart({ form }: { form: Form }) {
  const exchanges = useQuery(exchangesQuery()).data?.exchanges;
  const home = exchanges?.find(({ code }) => code === form.view.symbol.exchange);
  const other = exchanges?.find(({ code }) => code === form.values['exchange_b']);
  if (home === undefined || other === undefined || other.trade === 0) return null;
  return <Gap form={form} home={home} other={other} />;
}

interface GapProps {
  readonly form: Form;
  readonly home: Exchange;
  readonly other: Exchange;
}

function Gap({ form, home, other }: GapProps) {
  const { t } = useTranslation();
  const { symbol, last } = form.view;
  const there = useQuery(elsewhereQuery(other.code, symbol.symbol)).data;
  const quote = useTicker(other.code, 'spot', symbol.symbol);
  const lastB = quote?.last ?? there?.last ?? null;
  if (there === null) {
    return (
      <Note tone="warn" live>
        {t('legs.preview.notListed', { pair: symbol.symbol, exchange: other.name })}
      </Note>
    );
  }
  const a = { last, taker: symbol.taker };
  const b = { last: lastB, taker: there?.taker ?? null };
  const [onwards, back] = [netGap(a, b), netGap(b, a)];
  const known = onwards !== null && back !== null;
  const towards = !known || onwards >= back;
  const [buying, selling] = towards ? [home, other] : [other, home];
  const net = known ? Math.max(onwards, back) : null;
  const enough = net !== null && net >= Number(form.values['min_profit'] ?? '0');
  return (
    <>
      <div className="legs__way">
        <div className="legs__prices">
          <div>
            <div className="t-meta c3">{home.name}</div>
            <div className="t-row num">{formatPrice(last, symbol.tick)}</div>
          </div>
          <div>
            <div className="t-meta c3">{other.name}</div>
            <div className="t-row num">{formatPrice(lastB, there?.tick)}</div>
          </div>
        </div>
        <div className="legs__path">
          {buying.name}
          <Icon name="right" size="xs" />
          {selling.name}
        </div>
        <div className={cx('t-meta num', enough ? 'up' : 'c2')}>
          {t('legs.preview.best', { percent: net === null ? missing : formatPercent(net.toFixed(6), gapDecimals) })}
        </div>
      </div>
      <Funds form={form} home={home} other={other} lastB={lastB} />
    </>
  );
}

/** What is there is only read where a key is bound. */
function Funds({ form, home, other, lastB }: GapProps & { lastB: string | null }) {
  const { t } = useTranslation();
  const { symbol, available } = form.view;
  const coins = useQuery({ ...freeElsewhereQuery(other.code), enabled: other.bound === 1 }).data?.list;
  const coinFree = coins === undefined ? null : (coins.find(({ coin }) => coin === symbol.base)?.available ?? '0');
  const needs = needsOf(form.values['investment'] ?? '', lastB);
  if (needs === null) return null;
  const held = form.isLocked('investment');
  const short = !held && coinFree !== null && needs.coin !== null && Number(coinFree) < Number(needs.coin);
  const free = (amount: string | null) =>
    amount === null ? null : <span className="t-meta c3">{t('legs.preview.free', { amount })}</span>;
  return (
    <>
      <KeyValues
        rows={[
          {
            label: t('legs.preview.cashAt', { exchange: home.name }),
            value: (
              <span className="num">
                {formatUsdt(needs.cash)} {free(available === null ? null : formatUsdt(available))}
              </span>
            ),
          },
          {
            label: t('legs.preview.coinAt', { exchange: other.name, coin: symbol.base }),
            value: (
              <span className="num">
                {needs.coin === null ? missing : formatTrimmed(needs.coin)}{' '}
                {free(coinFree === null ? null : formatTrimmed(coinFree, 6))}
              </span>
            ),
          },
        ]}
      />
      {short ? (
        <Note tone="warn" live>
          {t('legs.preview.shortCoin', { exchange: other.name, coin: symbol.base, qty: formatTrimmed(needs.coin) })}
        </Note>
      ) : null}
    </>
  );
}
