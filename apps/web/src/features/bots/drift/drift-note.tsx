// Said of a bot as long as something was done by hand beside it and nobody has answered for it; its button leads to that.
// One that is set aside takes no answer.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTrimmed } from '../../../ui/figures.ts';
import { Note } from '../../../ui/marks.tsx';
import { isAside } from '../bot-reason.ts';

const Details = lazy(async () => ({ default: (await import('./drift-sheet.tsx')).DriftSheet }));

export function DriftNote({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [open, setOpen] = useState(false);
  const drift = bot.drift ?? null;
  function show() {
    setOpened(true);
    setOpen(true);
  }
  return (
    <>
      {drift === null ? null : (
        <Note
          tone={drift.kind === 'shortage' ? 'danger' : 'warn'}
          {...(isAside(bot) ? {} : { action: { label: t('safety.drift.go'), onPress: show } })}
        >
          {drift.kind === 'trade'
            ? t('safety.drift.trades', { count: drift.count })
            : t('safety.drift.shortage', {
                asset: drift.asset,
                booked: formatTrimmed(drift.booked),
                found: formatTrimmed(drift.found),
              })}
        </Note>
      )}
      {opened ? (
        <Suspense fallback={null}>
          <Details bot={bot} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
