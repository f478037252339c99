// What stands in place of a screen that broke: what it means, and a way on. A chunk that a new release has removed is
// the usual cause, so the button loads the app afresh.
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/states.tsx';

export function ErrorPage() {
  const { t } = useTranslation();
  return (
    <main className="screen" role="alert">
      <div className="page pt-16">
        <div className="card">
          <Empty
            art="failed"
            text={t('pageFailed')}
            detail={t('pageFailedDetail')}
            action={
              <Button tone="primary" onClick={() => window.location.reload()}>
                {t('reload')}
              </Button>
            }
          />
        </div>
      </div>
    </main>
  );
}
