// What a change of an existing bot would do at the present price, by the server's own engine: orders to cancel and to
// place, what trades at once and its fees, the new lines. Nothing can be confirmed before it is known.
import type { BotType, Field } from '@cormorant/contract/entities/bot-type.ts';
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call, type Data } from '../../../../lib/api/client.ts';
import { ApiError } from '../../../../lib/api/errors.ts';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { KeyValues } from '../../../../ui/figure.tsx';
import { formatPrice, formatTrimmed, formatUsdt, missing } from '../../../../ui/figures.ts';
import { Note } from '../../../../ui/marks.tsx';
import { Failed, Skeleton } from '../../../../ui/states.tsx';
import { shownParam } from '../../detail/shown-param.ts';
import { hasOwnStop } from '../../own-stop.ts';
import { type ChangeAsked, nameKey } from '../bot-body.ts';
import { figureText } from '../figure-text.ts';
import { usePreviewWords } from '../preview-words.ts';

type Planned = Data<'botPlan'>;
type PlannedOrder = Planned['place'][number];

export interface ChangePlanProps {
  readonly asked: ChangeAsked;
  readonly type: BotType;
  readonly symbol: MarketSymbol;
  /** True once the plan is on the screen. */
  readonly onPlanned: (planned: boolean) => void;
  /** The change itself is refused: asking again would not help. */
  readonly onRefused: (error: ApiError) => void;
}

const mostOrders = 6;

export function ChangePlan({ asked, type, symbol, onPlanned, onRefused }: ChangePlanProps) {
  const { t } = useTranslation();
  const { id, body } = asked;
  const { risk_ack: _, ...change } = body;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['botPlan', id, JSON.stringify(change)] as const,
    queryFn: ({ signal }) => call('botPlan', { query: { id }, body: change }, { signal, screenHandled: true }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const isKnown = data !== undefined;
  useEffect(() => onPlanned(isKnown), [isKnown, onPlanned]);
  const refusal = error instanceof ApiError && !error.passing ? error : null;
  const latest = useRef(onRefused);
  useEffect(() => {
    latest.current = onRefused;
  });
  useEffect(() => {
    if (refusal !== null) latest.current(refusal);
  }, [refusal]);
  return (
    <section className="editor__plan" aria-label={t('editor.plan.title')} aria-busy={isFetching}>
      <h3 className="t-row">{t('editor.plan.title')}</h3>
      {data ? (
        <PlanParts plan={data} asked={asked} type={type} symbol={symbol} />
      ) : error ? (
        <Failed small text={error.message} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={132} />
      )}
    </section>
  );
}

function PlanParts({
  plan,
  asked,
  type,
  symbol,
}: { plan: Planned } & Pick<ChangePlanProps, 'asked' | 'type' | 'symbol'>) {
  const { t } = useTranslation();
  const language = useTheme((entry) => entry.language);
  const words = usePreviewWords();
  const { changed, cancel, place, refused } = plan;
  const price = (value: string | null) => (value === null ? missing : formatPrice(value, symbol.tick));
  const { investment = '', name = '', params } = asked.body;
  const after = { ...params, investment };
  const shown = (values: Readonly<Record<string, unknown>>, field: Field) =>
    field.key === 'stop_loss' && !values[field.key] && hasOwnStop(type)
      ? t('editor.unset.computed')
      : shownParam(values, field, t);
  const changes = changed.map((key) => {
    const field = type.fields.find((each) => each.key === key);
    // The name of a bot is no field of its category.
    if (field === undefined)
      return { label: t('editor.name'), value: <Shift before={asked.before[nameKey] ?? ''} after={name} /> };
    return {
      label: field.label,
      value: <Shift before={shown(asked.before, field)} after={shown(after, field)} />,
    };
  });
  const shift = (label: string, after: string | null, before: string | null) => ({
    label,
    value: <Shift before={price(before)} after={price(after)} />,
  });
  const figures = plan.figures.filter(({ key, before, after }) => before !== after && !said.has(key));
  const rows: { label: ReactNode; value: ReactNode }[] = [
    ...(changes.length === 0 ? [{ label: t('editor.plan.changed'), value: t('editor.plan.nothing') }] : changes),
    { label: t('editor.plan.price'), value: <span className="num">{price(plan.price)}</span> },
    { label: t('editor.plan.fees'), value: <span className="num">{formatUsdt(plan.fees)} USDT</span> },
    shift(t('editor.plan.takeProfit'), plan.take_profit, plan.before.take_profit),
    shift(t('editor.plan.stopLoss'), plan.stop_loss, plan.before.stop_loss),
    ...(symbol.market === 'futures'
      ? [shift(t('editor.plan.liquidation'), plan.liquidation, plan.before.liquidation)]
      : []),
    shift(t('editor.plan.breakEven'), plan.break_even, plan.before.break_even),
    ...figures.map(({ key, unit, before, after }) => ({
      label: words?.figureLabel(key, language) ?? '',
      value: <Shift before={figureText(unit, before, symbol)} after={figureText(unit, after, symbol)} />,
    })),
  ];
  return (
    <>
      <KeyValues rows={rows} />
      <Orders title={t('editor.plan.cancel', { count: cancel.length })} orders={cancel} symbol={symbol} gone />
      <Orders title={t('editor.plan.place', { count: place.length })} orders={place} symbol={symbol} />
      {plan.warnings.map((sentence) => (
        <Note key={sentence} tone="warn">
          {sentence}
        </Note>
      ))}
      {refused.length === 0 ? null : (
        <Note tone="warn">{t('editor.plan.refused', { count: refused.length, reason: refused[0]!.reason_text })}</Note>
      )}
    </>
  );
}

/** What it is and what it would be; once when nothing moves. */
function Shift({ before, after }: { before: string; after: string }) {
  return (
    <span className="num">
      {before === after || before === missing ? null : <span className="c3">{before} → </span>}
      {after}
    </span>
  );
}

/** Lines of their own in the plan, and the pair's past, which no change moves. */
const said: ReadonlySet<string> = new Set(['stop_price', 'worst_1d', 'worst_7d', 'worst_30d']);

function Orders({
  title,
  orders,
  symbol,
  gone = false,
}: {
  title: string;
  orders: readonly PlannedOrder[];
  symbol: MarketSymbol;
  gone?: boolean;
}) {
  const { t } = useTranslation();
  const shown = orders.slice(0, mostOrders);
  return (
    <div className="editor__orders">
      <div className="t-meta c2">{title}</div>
      {shown.map((order, index) => (
        <div key={`${order.side}-${order.price}-${index}`} className={gone ? 'between t-meta c3' : 'between t-meta'}>
          <span>
            {t(order.side === 'buy' ? 'editor.plan.buy' : 'editor.plan.sell')}{' '}
            <span className="num">
              {formatTrimmed(order.qty)} {symbol.base}
            </span>
          </span>
          <span className="num">
            {Number(order.price) === 0 ? t('editor.plan.market') : formatPrice(order.price, symbol.tick)}
          </span>
        </div>
      ))}
      {orders.length > shown.length ? (
        <div className="t-meta c3">{t('editor.plan.more', { count: orders.length - shown.length })}</div>
      ) : null}
    </div>
  );
}
