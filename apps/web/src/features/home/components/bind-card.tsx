// Invites whoever has no key set at any real exchange to bind one; it is gone with the first key set.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { userIndexQuery } from '../../../lib/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';

/** The local exchange trades paper money and asks for no key. */
const noKeyNeeded = 'local';

export function BindCard() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const places = useQuery(userIndexQuery()).data?.exchanges.filter(({ code }) => code !== noKeyNeeded) ?? [];
  const canBind = places.some(({ status }) => status !== 'off');
  if (!canBind || places.some(({ bound }) => bound === 1)) return null;
  return (
    <Card aria-label={t('home.bindTitle')}>
      <div className="bindcard">
        <span className="bindcard__mark">
          <Icon name="key" />
        </span>
        <div className="fill">
          <h2 className="t-row">{t('home.bindTitle')}</h2>
          <p className="t-meta c2">{t('home.bindText')}</p>
        </div>
        <Button size="s" tone="primary" onClick={() => void navigate('/bind')}>
          {t('home.bind')}
        </Button>
      </div>
    </Card>
  );
}
