// How an arbitrage stands. Funding: how far what was received has paid the fees, the next settlement, and each one so far.
// Triangular and cross: what a round would bring now, which chances were seen, taken and missed.
import type { BotDetail, BotLeg } from '@cormorant/contract/entities/bot.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { symbolsQuery } from '../../../../lib/queries.ts';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { Card, CardHead } from '../../../../ui/card.tsx';
import { hiddenFigure, KeyValues, Profit } from '../../../../ui/figure.tsx';
import { formatPercent, formatSignedPercent, formatTrimmed, formatUsdt, missing } from '../../../../ui/figures.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { dayTime } from '../../../../ui/times.ts';
import { arbitrageKind } from '../../arbitrage-kind.ts';
import { coinsOf } from '../../grid-params.ts';
import { fundingActionsQuery } from '../../logs/api/actions.ts';
import { breakEvenProgress, legState, nextFunding } from '../legs.ts';
import { useLegStep } from '../use-leg-step.ts';

/** Told in their own places. */
const toldElsewhere: ReadonlySet<string> = new Set(['funding_received']);
const signed: ReadonlySet<string> = new Set(['basis', 'net_forward', 'net_back']);

export function LegsState({ bot }: { bot: BotDetail }) {
  const { t } = useTranslation();
  const state = legState(bot, useLegStep(bot));
  const word = state === 'hedged' ? 'hedged' : state === 'naked' || state === 'uneven' ? 'open' : 'flat';
  const tone = { hedged: 't-meta cp', open: 't-meta cw', flat: 't-meta c3' }[word];
  const funding = arbitrageKind(bot) === 'funding';
  return (
    <>
      <Card aria-label={t('legs.state.title')}>
        <CardHead title={t(funding ? 'legs.state.title' : 'legs.state.chances')}>
          {funding ? <span className={tone}>{t(`legs.state.${word}`)}</span> : null}
        </CardHead>
        <div className="stack">
          {funding ? <Progress bot={bot} /> : null}
          <KeyValues rows={useFigures(bot)} />
          {funding ? null : <p className="t-tag c3">{t('legs.state.chancesNote')}</p>}
        </div>
      </Card>
      {funding ? <Fundings bot={bot} /> : null}
    </>
  );
}

function useFigures(bot: BotDetail) {
  const { t } = useTranslation();
  const hidden = useTheme((entry) => entry.eye === 0);
  const next = useNextFunding(bot);
  const guarded = (bot.legs ?? []).some(({ liq_price }) => liq_price !== null);
  const own = (bot.figures ?? [])
    .filter(({ key }) => !toldElsewhere.has(key))
    .map(({ key, label, unit, value }) => ({
      label,
      value: (
        <span className="num">
          {key === 'liquidation_distance' && !guarded
            ? missing
            : figureText(key, unit, value, coinsOf(bot.symbol).base, hidden)}
        </span>
      ),
    }));
  if (next === null) return own;
  const { amount } = next;
  return [
    ...own,
    {
      label: t('legs.state.next'),
      value: (
        <span className="num">
          {t('legs.state.nextValue', { time: dayTime(next.atMs), rate: formatSignedPercent(next.rate, 4) })}
          {amount === null || hidden ? null : (
            <span className="legs__under t-meta c3">
              {t(amount < 0 ? 'legs.state.nextPays' : 'legs.state.nextAmount', {
                amount: formatUsdt(Math.abs(amount).toFixed(8)),
              })}
            </span>
          )}
        </span>
      ),
    },
  ];
}

function figureText(key: string, unit: string, value: string, base: string, hidden: boolean): string {
  if (Number.isNaN(Number(value))) return missing;
  if (unit === 'percent') return signed.has(key) ? formatSignedPercent(value, 3) : formatPercent(value);
  if (unit === 'count') return value;
  if (hidden) return hiddenFigure;
  if (unit === 'quote') return `${formatUsdt(value)} USDT`;
  return unit === 'base' ? `${formatTrimmed(value)} ${base}` : formatTrimmed(value);
}

function useNextFunding(bot: BotDetail) {
  const funding = arbitrageKind(bot) === 'funding';
  const { data } = useQuery({ ...symbolsQuery(bot.exchange, 'futures'), enabled: funding });
  const symbol = data?.list.find((one) => one.symbol === bot.symbol);
  return funding ? nextFunding(bot.legs ?? [], symbol) : null;
}

function Progress({ bot }: { bot: BotDetail }) {
  const { t } = useTranslation();
  const hidden = useTheme((entry) => entry.eye === 0);
  const { data } = useQuery(symbolsQuery(bot.exchange, 'all'));
  const takerOf = (leg: BotLeg) =>
    data?.list.find(({ symbol, market }) => symbol === leg.symbol && market === leg.market)?.taker ?? null;
  const progress = breakEvenProgress(bot.legs ?? [], takerOf);
  const money = (value: number | undefined) =>
    hidden ? hiddenFigure : value === undefined ? missing : formatUsdt(value.toFixed(8));
  return (
    <div>
      <div className="between t-meta">
        <span className="c2">{t('legs.state.progress')}</span>
        <span className="num">
          {t('legs.state.progressValue', { funding: money(progress?.funding), fees: money(progress?.fees) })}
        </span>
      </div>
      <div className="progress legs__days" aria-hidden="true">
        <i style={{ width: `${(progress?.share ?? 0) * 100}%` }} />
      </div>
      <p className="t-tag c3 mt-1">{t('legs.state.progressNote')}</p>
    </div>
  );
}

const shownFundings = 5;

/** Each settlement that was received or paid, newest first. */
function Fundings({ bot }: { bot: BotDetail }) {
  const { t } = useTranslation();
  const hidden = useTheme((entry) => entry.eye === 0);
  const { data } = useQuery(fundingActionsQuery(bot.id));
  const rows = data ?? [];
  return (
    <Card aria-label={t('legs.state.received')}>
      <CardHead title={t('legs.state.received')}>
        <Profit value={bot.profit_parts.funding ?? '0'} hidden={hidden} />
      </CardHead>
      {rows.length === 0 ? (
        <p className="t-meta c3">{t('legs.state.noneReceived')}</p>
      ) : (
        <KeyValues
          rows={rows.slice(0, shownFundings).map(({ created_at, figures }) => ({
            label: <span className="num">{dayTime(created_at)}</span>,
            value: (
              <span className="hstack">
                <span className="t-meta c3 num">{formatSignedPercent(figures['rate'], 4)}</span>
                <Profit value={figures['amount']} decimals={4} hidden={hidden} />
              </span>
            ),
          }))}
        />
      )}
      {rows.length > shownFundings ? (
        <Link className="link link--p allevents" to={`/strategy/action/${bot.id}`}>
          {t('legs.state.seeAll')}
          <Icon name="right" size="xs" />
        </Link>
      ) : null}
    </Card>
  );
}
