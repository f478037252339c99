// Beside a name whose prices come from an exchange that is not well: what is the matter, and since when its prices stand.
import { useTranslation } from 'react-i18next';
import { Tag } from './marks.tsx';
import { clockTime } from './times.ts';

export interface VenueTagProps {
  readonly health: 'ok' | 'slow' | 'down' | 'maintenance' | null;
  /** Given where it stands beside prices: then it says how old they are. */
  readonly pricesAt?: number | null;
}

/** Nothing while it is well, or nobody knows. */
export function VenueTag({ health, pricesAt = null }: VenueTagProps) {
  const { t } = useTranslation();
  if (health === null || health === 'ok') return null;
  const isOld = pricesAt !== null && health !== 'slow';
  return (
    <Tag kind={health === 'down' ? 'down' : 'w'}>
      {isOld ? t('keys.health.since', { time: clockTime(pricesAt) }) : t(`keys.health.${health}`)}
    </Tag>
  );
}
