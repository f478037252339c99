// How long a position has been held, in words: what is younger than an hour is not told as 0.
import { useTranslation } from 'react-i18next';

const hoursADay = 24;

export function useHeldTime(): (hours: string) => string {
  const { t } = useTranslation();
  return (text) => {
    const hours = Math.floor(Number(text));
    if (hours < 1) return t('bots.detail.heldUnder');
    if (hours < hoursADay) return t('bots.detail.heldHours', { hours });
    return t('bots.detail.heldDays', { days: Math.floor(hours / hoursADay), hours: hours % hoursADay });
  };
}
