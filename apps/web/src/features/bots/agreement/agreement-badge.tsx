// The badge of a live bot that says when its exchange last agreed with its books; it opens to what was compared.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { clockTime } from '../../../ui/times.ts';
import { agreementIcons, useAgreement } from './use-agreement.ts';

const Details = lazy(async () => ({ default: (await import('./agreement-sheet.tsx')).AgreementSheet }));

export function AgreementBadge({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [open, setOpen] = useState(false);
  const state = useAgreement(bot);
  if (state === null) return null;
  const time = bot.agrees ? clockTime(bot.agrees.at) : '';
  return (
    <>
      <button
        type="button"
        className="agrees"
        data-state={state}
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        <Icon name={agreementIcons[state]} size="xs" />
        {t(`safety.agrees.${state}`, { time })}
      </button>
      {opened ? (
        <Suspense fallback={null}>
          <Details bot={bot} state={state} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
