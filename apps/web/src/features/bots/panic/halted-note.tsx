// Said above the list as long as panic holds bots: how many, that nothing guards what they hold, and the way on.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../../lib/use-online.ts';
import { Note } from '../../../ui/marks.tsx';
import type { Panic } from './use-panic.ts';

export function HaltedNote({ bots, panic }: { bots: readonly Bot[]; panic: Panic }) {
  const { t } = useTranslation();
  const online = useOnline();
  const count = bots.filter((bot) => bot.halted === 1).length;
  if (count === 0) return null;
  const action = { label: t('safety.calm.go'), onPress: () => panic.ask('calm'), busy: panic.busy || !online };
  return (
    <Note tone="danger" action={action}>
      {t('safety.halted', { count })}
    </Note>
  );
}
