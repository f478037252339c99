// The providers around the router: words of the kit, cache of answers, languages.
import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { BrowserRouter } from 'react-router';
import { queryClient } from '../lib/query-client.ts';
import { type UiWords, UiWordsProvider } from '../ui/words.tsx';
import { i18n } from './i18n.ts';
import { AppRoutes } from './routes.tsx';

export function App() {
  return (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <Words />
      </QueryClientProvider>
    </I18nextProvider>
  );
}

function Words() {
  const { t } = useTranslation();
  const words = useMemo((): UiWords => t('ui', { returnObjects: true }), [t]);
  return (
    <UiWordsProvider words={words}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </UiWordsProvider>
  );
}
