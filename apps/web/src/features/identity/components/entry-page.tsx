// The page of both doors, log in and register: language and theme at the top, logo and title, the form, the risk line.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { setTheme, useTheme } from '../../../lib/stores/theme.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Logo } from '../../../ui/logo.tsx';

export function EntryPage({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  const { theme, language } = useTheme();
  const dark = theme === 'dark';
  return (
    <div className="entry">
      <header className="header justify-end">
        <IconButton
          icon="globe"
          label={t('language.switch')}
          onClick={() => setTheme({ language: language === 'zh' ? 'en' : 'zh' })}
        />
        <IconButton
          icon={dark ? 'sun' : 'moon'}
          label={dark ? t('theme.toLight') : t('theme.toDark')}
          onClick={() => setTheme({ theme: dark ? 'light' : 'dark' })}
        />
      </header>
      <main className="entry__main">
        <div className="entry__head">
          <Logo size={56} />
          <h1>{title}</h1>
          <p className="c2">{t('identity.slogan')}</p>
        </div>
        {children}
      </main>
      <footer className="riskline riskline--left">{t('riskLine')}</footer>
    </div>
  );
}
