// In a list: when the exchange of a live bot last agreed with its books. The bot's own screen opens it.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { clockTime } from '../../../ui/times.ts';
import { agreementIcons, useAgreement } from './use-agreement.ts';

export function AgreementLine({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const state = useAgreement(bot);
  if (state === null) return null;
  return (
    <div className="agrees agrees--line" data-state={state}>
      <Icon name={agreementIcons[state]} size="xs" />
      {t(`safety.agrees.${state}`, { time: bot.agrees ? clockTime(bot.agrees.at) : '' })}
    </div>
  );
}
