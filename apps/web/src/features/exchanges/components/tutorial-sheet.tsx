// How keys are made, in a sheet over the form, with the exchange's own page behind it.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTheme } from '../../../lib/stores/theme.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/overlays.tsx';
import { Prose } from '../../../ui/prose.tsx';
import { Failed, Skeleton } from '../../../ui/states.tsx';
import { tutorialQuery } from '../api/keys.ts';

export interface TutorialSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly exchange: string;
}

export function TutorialSheet({ exchange, onClose, open }: TutorialSheetProps) {
  const { t } = useTranslation();
  const language = useTheme((entry) => entry.language);
  const tutorial = useQuery({ ...tutorialQuery(language), enabled: open });
  const page = tutorial.data?.tutorials.find((one) => one.exchange === exchange);
  return (
    <Sheet open={open} onClose={onClose} title={tutorial.data?.title ?? t('keys.tutorial')}>
      {tutorial.data ? (
        <Prose text={tutorial.data.content} />
      ) : tutorial.error ? (
        <Failed small onRetry={() => void tutorial.refetch()} busy={tutorial.isFetching} />
      ) : (
        <Skeleton height={240} />
      )}
      {page === undefined || page.url === '' ? null : (
        <OutLink url={page.url} text={`${page.title} · ${t('keys.openTutorial')}`} />
      )}
    </Sheet>
  );
}

/** A page of the exchange, outside the app. */
export function OutLink({ text, url }: { text: string; url: string }) {
  return (
    <a className="keys__link" href={url} target="_blank" rel="noreferrer noopener">
      {text}
      <Icon name="ext" size="xs" />
    </a>
  );
}
