// One more order by hand: the bot's own next size or an amount, and before it is confirmed what it would make of the
// average, the next add and the liquidation at the price of this moment.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { symbolsQuery } from '../../../lib/queries.ts';
import { useTicker } from '../../../lib/socket/live.ts';
import { useOnline } from '../../../lib/use-online.ts';
import { Button } from '../../../ui/button.tsx';
import { KeyValues } from '../../../ui/figure.tsx';
import { formatPrice, formatTrimmed, formatUsdt } from '../../../ui/figures.ts';
import { Note } from '../../../ui/marks.tsx';
import { Sheet } from '../../../ui/overlays.tsx';
import { SkeletonRows } from '../../../ui/states.tsx';
import { groupedNumber, plainNumber } from '../../../ui/typed-number.ts';
import { loadAddEffect } from '../detail/add-effect.ts';
import { botDetailQuery } from '../detail/api/bot-detail.ts';
import { nextSize } from '../detail/next-size.ts';
import { sideBots } from '../detail/side-bots.ts';
import { NumberField } from '../editor/components/number-field.tsx';
import { issueText } from '../editor/issue-text.ts';
import { coinsOf } from '../grid-params.ts';
import { amountIssue, isHalfTyped, loadAddLimits } from './add-amount.ts';
import { PickOne } from './pick-one.tsx';
import type { Operations } from './use-operations.ts';

export interface AddSheetProps {
  readonly operations: Operations;
  readonly botId: number;
  readonly open: boolean;
}

export function AddSheet({ operations, botId, open }: AddSheetProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const { data: whole } = useQuery(botDetailQuery(botId));
  const [chosen, setChosen] = useState<'long' | 'short' | null>(null);
  // Of two sides the one that is asked for is the bot that is added to.
  const sides = whole === undefined ? [] : sideBots(whole);
  const bot = sides.find(({ side }) => side === chosen) ?? sides.find(({ can }) => can.add === 1) ?? whole;
  const side = sides.find((one) => one === bot)?.side;
  const [own, setOwn] = useState(false);
  const [amount, setAmount] = useState('');
  const [typing, setTyping] = useState(false);
  const next = bot === undefined ? null : nextSize(bot);
  const market = useMarketOf(bot);
  const { data: limitsOf } = useQuery({ queryKey: ['addLimits'], queryFn: loadAddLimits, staleTime: Infinity });
  const counts = bot !== undefined && limitsOf !== undefined && market.symbol !== undefined && market.price !== null;
  const limits = counts ? limitsOf(bot, market.symbol, market.price) : null;
  const issue = own ? amountIssue(amount, limits) : null;
  const told = issue !== null && amount !== '' && !(typing && isHalfTyped(issue)) ? issue : null;
  const sent = plainNumber(amount);
  function confirm() {
    if (issue !== null) return;
    void operations.run({
      ...{ botId, action: 'add' },
      ...(own && { amount: sent }),
      ...(side !== undefined && { side }),
    });
  }
  return (
    <Sheet
      open={open}
      onClose={operations.dismiss}
      title={t('round.add.title', { name: bot?.name ?? '' })}
      foot={
        <>
          <Button className="fill" onClick={operations.dismiss}>
            {t('action.cancel')}
          </Button>
          <Button
            className="fill"
            tone="primary"
            busy={operations.busy !== null}
            disabled={!online || bot === undefined || bot.can.add !== 1 || issue !== null}
            onClick={confirm}
          >
            {t('round.add.confirm')}
          </Button>
        </>
      }
    >
      {bot === undefined ? (
        <SkeletonRows count={4} label={t('ui.loading')} />
      ) : (
        <div className="stack">
          {sides.length === 0 ? null : (
            <div className="stack" role="radiogroup" aria-label={t('legs.sides.which')}>
              {sides.map((one) => (
                <PickOne
                  key={one.side}
                  name="add-side"
                  checked={one.side === side}
                  onChange={() => setChosen(one.side)}
                  title={t(`legs.sides.${one.side}`)}
                  text={t(one.can.add === 1 ? 'legs.sides.mayAdd' : 'legs.sides.mayNotAdd', {
                    adds: one.watch?.adds ?? 0,
                    most: one.watch?.max_adds ?? 0,
                  })}
                />
              ))}
            </div>
          )}
          <div className="stack" role="radiogroup" aria-label={t('round.add.how')}>
            <PickOne
              name="add-how"
              checked={!own}
              onChange={() => setOwn(false)}
              title={t('round.add.next')}
              text={next === null ? t('round.add.nextUnknown') : t('round.add.nextText', { amount: formatUsdt(next) })}
            />
            <PickOne
              name="add-how"
              checked={own}
              onChange={() => setOwn(true)}
              title={t('round.add.own')}
              text={t('round.add.ownText')}
            />
          </div>
          {own ? (
            <NumberField
              name="add-amount"
              label={t('round.add.amount')}
              hint={limits === null ? null : t('editor.available', { amount: groupedNumber(limits.max) })}
              unit={coinsOf(bot.symbol).quote}
              value={amount}
              onValue={setAmount}
              onFocusChange={setTyping}
              error={told === null ? undefined : issueText(t, told, amountField(t))}
            />
          ) : null}
          <Effect bot={bot} market={market} amount={own ? (issue === null ? sent : null) : next} />
          <Note tone="warn">{t('round.add.warning')}</Note>
        </div>
      )}
    </Sheet>
  );
}

const amountField = (t: TFunction) => ({ key: 'amount', kind: 'number' as const, label: t('round.add.amount') });

interface Market {
  readonly symbol: MarketSymbol | undefined;
  readonly price: string | null;
}

/** The rules and the price of the market of a bot, once the bot is known. */
function useMarketOf(bot: BotDetail | undefined): Market {
  const { exchange = '', market = 'spot', symbol: pair = '', price = null } = bot ?? {};
  const { data: markets } = useQuery({ ...symbolsQuery(exchange, market), enabled: bot !== undefined });
  const symbol = markets?.list.find((one) => one.symbol === pair && one.market === market);
  return { symbol, price: useTicker(exchange, market, pair)?.last ?? price };
}

/** The rows stand from the beginning, so that the sheet keeps its height while the figures come and change. */
function Effect({ bot, market, amount }: { bot: BotDetail; market: Market; amount: string | null }) {
  const { t } = useTranslation();
  const { data: effectOf } = useQuery({ queryKey: ['addEffect'], queryFn: loadAddEffect, staleTime: Infinity });
  const { symbol, price } = market;
  const known = effectOf !== undefined && symbol !== undefined && price !== null && amount !== null;
  const after = known ? effectOf(bot, symbol, amount, price) : null;
  const shown = (text: string | null | undefined) => (text ? formatPrice(text, symbol?.tick) : '--');
  const change = (before: string | null | undefined, then: string | null | undefined) =>
    t('round.add.change', { before: shown(before), after: shown(then) });
  const { base } = coinsOf(bot.symbol);
  const short = bot.position?.side === 'short';
  const isMartin = bot.type === 'martin';
  const rows = [
    {
      label: t(short ? 'round.add.quantityShort' : 'round.add.quantity'),
      value: after === null ? '--' : `${formatTrimmed(after.qty)} ${base}`,
    },
    { label: t('round.add.average'), value: change(bot.position?.avg_price, after?.average) },
    ...(isMartin
      ? [
          {
            label: t('round.add.nextAdd'),
            value:
              after !== null && after.nextAdd === null
                ? t('round.add.later')
                : change(bot.watch?.next_add_price, after?.nextAdd),
          },
        ]
      : []),
    ...(bot.margin
      ? [
          { label: t('round.add.liquidation'), value: change(bot.margin.liq_price, after?.liquidation) },
          {
            label: t('round.add.margin'),
            value: t('round.add.change', {
              before: formatUsdt(bot.margin.position_margin),
              after: after === null ? '--' : formatUsdt(after.margin),
            }),
          },
        ]
      : []),
  ];
  return (
    <section aria-label={t('round.add.effect')}>
      <h3 className="t-meta c3 mb-3">{t('round.add.effect')}</h3>
      <KeyValues rows={rows} />
      {after === null || after.step === null ? null : (
        <p className="t-meta c3 mt-2">{t('round.add.step', { step: formatTrimmed(after.step), coin: base })}</p>
      )}
    </section>
  );
}
