// The rank list. Trading at the local exchange is simulated and never counts, and other exchanges are not connected yet, so
// nobody can qualify: the page says so, with the rules by which people will be listed, and invents nobody.
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHead } from '../../../ui/card.tsx';
import { RootHeader } from '../../../ui/header.tsx';
import { Empty } from '../../../ui/states.tsx';

const rules = ['score', 'days', 'capital', 'losses', 'ties'] as const;

export function Rank() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <main className="screen screen--tabs">
      <RootHeader title={t('rank.title')} />
      <div className="page">
        <Card>
          <Empty
            art="rank"
            text={t('rank.empty')}
            detail={t('rank.emptyDetail')}
            action={
              <Button tone="primary" onClick={() => void navigate('/simulation')}>
                {t('rank.toSimulation')}
              </Button>
            }
          />
        </Card>
        <Card>
          <CardHead title={t('rank.ruleTitle')} />
          <ol className="rules">
            {rules.map((rule) => (
              <li key={rule}>{t(`rank.rules.${rule}`)}</li>
            ))}
          </ol>
        </Card>
        <p className="riskline">{t('rank.past')}</p>
      </div>
    </main>
  );
}
