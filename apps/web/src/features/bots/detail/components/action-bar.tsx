// What can be done with the bot now: a bar at the foot of a phone, buttons in the head of a wide pane.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../../../lib/use-online.ts';
import { Button } from '../../../../ui/button.tsx';
import { isAside } from '../../bot-reason.ts';
import { actionIcons, offeredActions, toneOf } from '../../operations/action-buttons.ts';
import type { Operations } from '../../operations/use-operations.ts';

export interface ActionBarProps {
  readonly bot: BotDetail;
  readonly operations: Operations;
  readonly wide: boolean;
}

export function ActionBar({ bot, operations, wide }: ActionBarProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const aside = isAside(bot);
  const buttons = offeredActions(bot).map((action) => (
    <Button
      key={action}
      icon={aside ? 'refresh' : actionIcons[action]}
      tone={toneOf(action)}
      size={wide ? 's' : 'm'}
      busy={operations.busy?.action === action}
      disabled={operations.busy !== null || !online}
      title={online ? undefined : t('offline')}
      onClick={() => operations.ask(bot, action)}
    >
      {aside ? t('action.retry') : t(`bots.action.${action}`)}
    </Button>
  ));
  return <div className={wide ? 'hstack' : 'actionbar'}>{buttons}</div>;
}
