// How a bot is stopped, and what each way would come to at the price of this moment: what closing brings less its fee, or
// what stays on the exchange.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTheme } from '../../../lib/stores/theme.ts';
import { Button } from '../../../ui/button.tsx';
import { hiddenFigure, KeyValues, Profit } from '../../../ui/figure.tsx';
import { addDecimals, formatTrimmed, formatUsdt } from '../../../ui/figures.ts';
import { Note } from '../../../ui/marks.tsx';
import { Sheet } from '../../../ui/overlays.tsx';
import { botDetailQuery } from '../detail/api/bot-detail.ts';
import { coinsOf } from '../grid-params.ts';
import { PickOne } from './pick-one.tsx';
import type { Operations } from './use-operations.ts';

export interface StopSheetProps {
  readonly operations: Operations;
  readonly bot: NonNullable<Operations['question']>['bot'];
  readonly open: boolean;
}

export function StopSheet({ operations, bot, open }: StopSheetProps) {
  const { t } = useTranslation();
  const [keep, setKeep] = useState(false);
  const holds = bot.position_count > 0;
  const coin = coinsOf(bot.symbol).base;
  useEffect(() => {
    if (open) setKeep(false);
  }, [open]);
  const { data: detail } = useQuery({ ...botDetailQuery(bot.id), enabled: open && holds });
  const stop = () => void operations.run({ botId: bot.id, action: 'stop', closePosition: keep && holds ? 0 : 1 });
  return (
    <Sheet
      open={open}
      onClose={operations.dismiss}
      title={t('bots.operate.stopTitle', { name: bot.name })}
      foot={
        <>
          <Button className="fill" onClick={operations.dismiss}>
            {t('action.cancel')}
          </Button>
          <Button className="fill" tone="danger" busy={operations.busy !== null} onClick={stop}>
            {t('bots.operate.stop')}
          </Button>
        </>
      }
    >
      {holds ? (
        <div className="stack">
          <div className="stack" role="radiogroup" aria-label={t('bots.operate.stopHow')}>
            <PickOne
              name="stop-how"
              checked={!keep}
              onChange={() => setKeep(false)}
              title={t('bots.operate.sell')}
              text={t('bots.operate.sellText', { coin })}
            />
            <PickOne
              name="stop-how"
              checked={keep}
              onChange={() => setKeep(true)}
              title={t('bots.operate.keep')}
              text={t('bots.operate.keepText', { coin })}
            />
          </div>
          <Estimate bot={detail} coin={coin} keep={keep} />
          {keep ? (
            <Note tone="warn" live>
              {t('bots.operate.keepWarning', { coin })}
            </Note>
          ) : null}
        </div>
      ) : (
        <p className="c2">{t('bots.operate.nothingHeld')}</p>
      )}
    </Sheet>
  );
}

interface EstimateProps {
  /** The rows stand before it is known. */
  readonly bot: BotDetail | undefined;
  readonly coin: string;
  readonly keep: boolean;
}

function Estimate({ bot, coin, keep }: EstimateProps) {
  const { t } = useTranslation();
  const hidden = useTheme((entry) => entry.eye === 0);
  const closing = bot?.closing ?? null;
  const money = (value: string | null | undefined) => (hidden ? hiddenFigure : formatUsdt(value));
  const profit = (value: string | null | undefined) => <Profit value={value ?? null} hidden={hidden} />;
  const worth = { label: t('bots.operate.estimate.worth'), value: money(closing?.value) };
  const rows = keep
    ? [
        // Legs hold several things: what they are is told by their card.
        ...(bot?.legs === undefined ? [{ label: t('bots.operate.estimate.kept', { coin }), value: held() }] : []),
        worth,
        { label: t('bots.operate.estimate.open'), value: profit(closing && sum(closing.profit, closing.fee)) },
        {
          label: t('bots.operate.estimate.realised'),
          value: profit(closing && sum(closing.total_profit, negative(closing.profit))),
        },
      ]
    : [
        worth,
        { label: t('bots.operate.estimate.fee'), value: money(closing && negative(closing.fee)) },
        { label: t('bots.operate.estimate.result'), value: profit(closing?.profit) },
        { label: t('bots.operate.estimate.total'), value: profit(closing?.total_profit) },
        { label: t('bots.operate.estimate.back'), value: money(closing?.balance), total: true },
      ];
  return (
    <section aria-label={t('bots.operate.estimate.title')}>
      <h3 className="t-meta c3 mb-3">
        {closing?.price
          ? t('bots.operate.estimate.titleAt', { price: formatTrimmed(closing.price) })
          : t('bots.operate.estimate.title')}
      </h3>
      <KeyValues rows={rows} />
    </section>
  );

  function held(): string {
    if (hidden) return hiddenFigure;
    return formatTrimmed(bot?.position?.qty ?? bot?.holdings.base_qty ?? null);
  }
}

const sum = (...amounts: string[]) => addDecimals(amounts);
const negative = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);
