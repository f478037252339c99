// The reason a bot stands still, with the button that cures it.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useTheme } from '../../lib/stores/theme.ts';
import { useOnline } from '../../lib/use-online.ts';
import { Note, type NoteProps } from '../../ui/marks.tsx';
import { type Reason, reasonOf } from './bot-reason.ts';
import type { Operations } from './operations/use-operations.ts';

export interface BotReasonNoteProps {
  readonly bot: Bot;
  readonly operations: Operations;
  /** In a list the row's own buttons already resume what the person paused. */
  readonly brief?: boolean;
}

export function BotReasonNote({ bot, operations, brief = false }: BotReasonNoteProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const online = useOnline();
  const language = useTheme((entry) => entry.language);
  const reason = reasonOf(bot, language, t('bots.trouble'));
  if (reason === null || (brief && bot.pause_reason === 'user' && bot.halted !== 1)) return null;
  return (
    <Note tone={reason.tone} {...withAction(cureOf(reason))}>
      {reason.text}
    </Note>
  );

  function cureOf({ remedy }: Reason): NoteProps['action'] {
    if (remedy === 'resume' || remedy === 'retry')
      return {
        label: t(remedy === 'retry' ? 'action.retry' : 'bots.action.resume'),
        onPress: () => operations.ask(bot, 'resume'),
        busy: operations.busy !== null || !online,
      };
    if (remedy === 'log')
      return { label: t('bots.seeLog'), onPress: () => void navigate(`/strategy/action/${bot.id}`) };
    if (remedy === 'assets') return { label: t('bots.operate.seeAssets'), onPress: () => void navigate('/my') };
    if (remedy === 'keys') return { label: t('keys.edit'), onPress: () => void navigate(`/bind/${bot.exchange}`) };
    if (remedy === 'fuel')
      return { label: t('bots.operate.topUpFuel'), onPress: () => void navigate('/my/asset/fuel') };
    return undefined;
  }
}

function withAction(action: NoteProps['action']): Pick<NoteProps, 'action'> {
  return action === undefined ? {} : { action };
}
