// One tip in one line, another one after a while. It stands still under a pointer or the focus, where motion is not
// wanted, and while nobody looks; its box never changes.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useTheme } from '../../../lib/stores/theme.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { tipsQuery } from '../api/tips.ts';

const TIP_MS = 8_000;

export function TipLine() {
  const { t } = useTranslation();
  const language = useTheme((entry) => entry.language);
  const { data, error, isFetching, refetch } = useQuery(tipsQuery(language));
  const [turn, setTurn] = useState(0);
  const [held, setHeld] = useState(false);
  const count = data?.list.length ?? 0;

  useEffect(() => {
    if (held || count < 2 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => {
      if (!document.hidden) setTurn((before) => before + 1);
    }, TIP_MS);
    return () => clearInterval(timer);
  }, [held, count]);

  if (error && !data) {
    return (
      <button type="button" className="marquee" disabled={isFetching} onClick={() => void refetch()}>
        <Icon name="horn" />
        <span>{t('home.tipsFailed')}</span>
        <Icon name="refresh" />
      </button>
    );
  }
  if (!data) {
    return (
      <div className="marquee" role="status" aria-label={t('ui.loading')}>
        <Skeleton width="70%" />
      </div>
    );
  }
  const tip = data.list[turn % count];
  if (tip === undefined) return null;
  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
  const line = (
    <>
      <Icon name="horn" />
      <span>{tip.text}</span>
    </>
  );
  if (tip.link === undefined) {
    return (
      <p className="marquee" {...hold}>
        {line}
      </p>
    );
  }
  return (
    <Link className="marquee" to={tip.link} {...hold}>
      {line}
      <Icon name="right" />
    </Link>
  );
}
