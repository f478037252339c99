// What stands or goes wrong with the legs, told plainly with what to do about it.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../../../lib/use-online.ts';
import { formatTrimmed } from '../../../../ui/figures.ts';
import { Note } from '../../../../ui/marks.tsx';
import { arbitrageKind } from '../../arbitrage-kind.ts';
import { isAside } from '../../bot-reason.ts';
import { coinsOf } from '../../grid-params.ts';
import type { Operations } from '../../operations/use-operations.ts';
import { figureOf, legState } from '../legs.ts';
import { useLegStep } from '../use-leg-step.ts';
import { SidesNotes } from './sides.tsx';

export function LegsNotes({ bot, operations }: { bot: BotDetail; operations: Operations }) {
  if (bot.direction === 'dual') return <SidesNotes bot={bot} />;
  return <MarketsNotes bot={bot} operations={operations} />;
}

function MarketsNotes({ bot, operations }: { bot: BotDetail; operations: Operations }) {
  const { t } = useTranslation();
  const online = useOnline();
  const state = legState(bot, useLegStep(bot));
  // What is said of the whole bot is said above.
  if (isAside(bot)) return null;
  const funding = arbitrageKind(bot) === 'funding';
  const delta = `${formatTrimmed(figureOf(bot, 'delta') ?? '0').replace('-', '\u2212')} ${coinsOf(bot.symbol).base}`;
  if (state === 'naked') {
    const action = {
      label: t('bots.action.resume'),
      onPress: () => operations.ask(bot, 'resume'),
      busy: operations.busy !== null || !online,
    };
    return (
      <Note tone="danger" icon="warn" live {...(bot.can.resume === 1 && { action })}>
        {t(funding ? 'legs.notes.naked' : 'legs.notes.nakedHome', { delta })}
      </Note>
    );
  }
  if (state === 'uneven')
    return (
      <Note tone="warn" icon="warn">
        {t('legs.notes.uneven', { delta })}
      </Note>
    );
  if (state === 'kept')
    return (
      <Note tone="warn" icon="warn">
        {t('legs.notes.kept')}
      </Note>
    );
  if (state === 'waiting')
    return (
      <Note tone="info" icon="clock">
        {t(funding ? 'legs.notes.waitFunding' : 'legs.notes.waitRace')}
      </Note>
    );
  if (state === 'opening' || state === 'closing')
    return (
      <Note tone="info" icon="swap">
        {t(state === 'opening' && !funding ? 'legs.notes.trading' : `legs.notes.${state}`)}
      </Note>
    );
  return null;
}
