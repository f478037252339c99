// What was done by hand beside a bot, and the answers there are: the trades were the owner's own, they are the bot's, or the
// exchange is to be looked at again after he has put back what is missing.
import * as codes from '@cormorant/contract/codes.ts';
import type { Bot, BotDrift } from '@cormorant/contract/entities/bot.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/api/errors.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { Button } from '../../../ui/button.tsx';
import { formatTrimmed } from '../../../ui/figures.ts';
import { Note } from '../../../ui/marks.tsx';
import { Sheet } from '../../../ui/overlays.tsx';
import { Row } from '../../../ui/row.tsx';
import { dayTime } from '../../../ui/times.ts';
import { answerDrift, type DriftAnswer } from './answer-drift.ts';

export interface DriftSheetProps {
  readonly bot: Bot;
  readonly open: boolean;
  readonly onClose: () => void;
}

const unfit = ['kind', 'side', 'many', 'figures', 'none', 'changed'] as const;

function isUnfit(reason: string | undefined): reason is (typeof unfit)[number] {
  return unfit.some((one) => one === reason);
}

function shownFigure(figure: string | undefined): string {
  return figure === undefined ? '' : formatTrimmed(figure);
}

/** Kinds with one open round that an add can be made to. */
function takes({ type, direction }: Bot): boolean {
  return type !== 'grid' && type !== 'arbitrage' && direction !== 'dual';
}

export function DriftSheet({ bot, open, onClose }: DriftSheetProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  // What was answered stays readable while the sheet closes.
  const [shown, setShown] = useState<BotDrift | null>(bot.drift ?? null);
  if (bot.drift && bot.drift !== shown) setShown(bot.drift);
  const isShort = shown?.kind === 'shortage';

  async function answer(what: DriftAnswer) {
    setBusy(true);
    setSaid(null);
    try {
      const { open: stillOpen } = await answerDrift(bot.id, what, shown?.count ?? 0);
      if (stillOpen === 1) setSaid(t('safety.drift.stillShort'));
      else onClose();
    } catch (failure) {
      setSaid(whyNot(failure as ApiError));
    } finally {
      for (const key of ['botList', 'botDetail', 'botActions']) void queryClient.invalidateQueries({ queryKey: [key] });
      setBusy(false);
    }
  }

  function whyNot({ code, data, message }: ApiError): string {
    const { coin, free, need, reason } = data as Partial<Record<string, string>>;
    if (code === codes.action_invalid && isUnfit(reason)) return t(`safety.drift.cannot.${reason}`);
    if (code === codes.funds_insufficient)
      return t('safety.drift.cannot.funds', { coin: coin ?? '', free: shownFigure(free), need: shownFigure(need) });
    return message;
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t(isShort ? 'safety.drift.shortTitle' : 'safety.drift.tradeTitle')}
      foot={
        <>
          <Button className="fill" onClick={onClose}>
            {t('safety.drift.later')}
          </Button>
          <Button className="fill" tone="primary" busy={busy} onClick={() => void answer(isShort ? 'check' : 'mine')}>
            {t(isShort ? 'safety.drift.check' : 'safety.drift.mine')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p className="t-body">{t(isShort ? 'safety.drift.shortText' : 'safety.drift.tradeText')}</p>
        {said === null ? null : (
          <Note tone="warn" live>
            {said}
          </Note>
        )}
        {shown === null ? null : (
          <div className="list list--inset">
            {isShort ? (
              <>
                <Row title={t('safety.drift.booked')} end={`${formatTrimmed(shown.booked)} ${shown.asset}`} />
                <Row title={t('safety.drift.found')} end={`${formatTrimmed(shown.found)} ${shown.asset}`} />
              </>
            ) : null}
            {shown.trades.map((trade) => (
              <Row
                key={`${trade.at} ${trade.side} ${trade.price} ${trade.qty}`}
                title={t(`safety.drift.${trade.side}`, { qty: formatTrimmed(trade.qty), asset: shown.asset })}
                meta={dayTime(trade.at)}
                end={formatTrimmed(trade.price)}
              />
            ))}
          </div>
        )}
        {shown === null || shown.trades.length === 0 ? null : takes(bot) ? (
          <>
            <p className="t-meta c3">{t('safety.drift.takeText')}</p>
            <Button busy={busy} onClick={() => void answer('take')}>
              {t('safety.drift.take')}
            </Button>
          </>
        ) : (
          <p className="t-meta c3">{t('safety.drift.cannot.kind')}</p>
        )}
        {isShort ? <p className="t-meta c3">{t('safety.drift.shortAfter')}</p> : null}
      </div>
    </Sheet>
  );
}
