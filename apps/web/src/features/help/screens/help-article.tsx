// One article of the help centre. Its links to other articles and screens are followed without loading the app anew.
import { not_found } from '@cormorant/contract/codes.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { ApiError } from '../../../lib/api/errors.ts';
import { useTheme } from '../../../lib/stores/theme.ts';
import { useBack } from '../../../lib/use-back.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Header } from '../../../ui/header.tsx';
import { Prose } from '../../../ui/prose.tsx';
import { Menu, MenuRow } from '../../../ui/row.tsx';
import { Empty, Failed, Skeleton } from '../../../ui/states.tsx';
import { helpDetailQuery } from '../api/help.ts';

export function HelpArticle() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const back = useBack('/help/list');
  return (
    <main className="screen screen--wide">
      <Header title={t('help.title')} onBack={back} />
      <div className="page">
        <Card>
          <Text id={id} />
        </Card>
        <Menu label={t('help.more')}>
          <MenuRow icon="help" title={t('help.all')} to="/help/list" />
          <MenuRow icon="mail" title={t('help.contact')} to="/about/contact" />
        </Menu>
      </div>
    </main>
  );
}

function Text({ id }: { id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const language = useTheme((entry) => entry.language);
  const { data, error, isFetching, refetch } = useQuery(helpDetailQuery(id, language));
  if (data) {
    return (
      <article>
        <h2 className="t-section">{data.title}</h2>
        <p className="t-meta c3 mt-1 mb-3">
          {t('help.updated', { date: new Date(data.updated_at).toLocaleDateString('sv') })}
        </p>
        <Prose text={data.content} />
      </article>
    );
  }
  if (error && (error as ApiError).code === not_found) {
    return (
      <Empty
        art="search"
        text={t('help.missing')}
        action={
          <Button tone="soft" onClick={() => void navigate('/help/list', { replace: true })}>
            {t('help.all')}
          </Button>
        }
      />
    );
  }
  if (error) return <Failed text={(error as ApiError).message} onRetry={() => void refetch()} busy={isFetching} />;
  return (
    <div className="stack" role="status" aria-label={t('ui.loading')}>
      <Skeleton width="40%" height={20} />
      {[96, 88, 100, 72, 94, 80].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  );
}
