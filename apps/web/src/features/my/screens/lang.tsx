// Language: two choices, the chosen one ticked; a choice holds at once and on every screen.
import { useTranslation } from 'react-i18next';
import { type Language, useTheme } from '../../../lib/stores/theme.ts';
import { useBack } from '../../../lib/use-back.ts';
import { Header } from '../../../ui/header.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { changeLanguage } from '../api/change-language.ts';

const languages: readonly Language[] = ['zh', 'en'];

export function Lang() {
  const { t } = useTranslation();
  const chosen = useTheme((entry) => entry.language);
  const back = useBack('/setting');
  return (
    <main className="screen">
      <Header title={t('settings.languagePage.title')} onBack={back} />
      <div className="page">
        <div className="card card--flush menu">
          <div className="list list--inset" role="radiogroup" aria-label={t('settings.languagePage.title')}>
            {languages.map((language) => (
              // biome-ignore lint/a11y/useSemanticElements: a whole row is the radio
              <button
                key={language}
                type="button"
                role="radio"
                aria-checked={language === chosen}
                className="row row--menu"
                lang={language === 'zh' ? 'zh-CN' : 'en'}
                onClick={() => changeLanguage(language)}
              >
                {t(`language.${language}`)}
                <span className="row__end">
                  {language === chosen ? (
                    <span className="cp inline-flex">
                      <Icon name="check" size="m" />
                    </span>
                  ) : null}
                </span>
              </button>
            ))}
          </div>
        </div>
      </div>
    </main>
  );
}
