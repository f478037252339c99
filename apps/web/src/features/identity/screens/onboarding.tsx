// The welcome of the native app: three pages to swipe, dots, skip, and a start on the last. It asks the server nothing.
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { completeOnboarding } from '../../../lib/stores/onboarding.ts';
import { Button } from '../../../ui/button.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { OnboardingArt } from '../components/onboarding-art.tsx';

const slides = ['one', 'two', 'three'] as const;

/** Finishing only notes it: the guard of the path leads on. */
export function Onboarding() {
  const { t } = useTranslation();
  const track = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const last = at === slides.length - 1;

  function follow() {
    const element = track.current;
    if (element !== null) setAt(Math.round(element.scrollLeft / element.clientWidth));
  }
  function next() {
    if (last) completeOnboarding();
    else track.current?.scrollTo({ left: (at + 1) * track.current.clientWidth });
  }

  return (
    <main className="onboarding" aria-label={t('identity.onboarding.label')}>
      <header className="header onboarding__head">
        <span className="hstack">
          <Logo size={28} />
          <b>{t('brand')}</b>
        </span>
        <button
          type="button"
          className="link link--body"
          style={{ visibility: last ? 'hidden' : undefined }}
          onClick={completeOnboarding}
        >
          {t('identity.onboarding.skip')}
        </button>
      </header>
      <section
        ref={track}
        className="onboarding__track"
        aria-roledescription="carousel"
        aria-label={t('identity.onboarding.slides')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={follow}
      >
        {slides.map((slide, index) => (
          <article
            key={slide}
            className="onboarding__slide"
            aria-label={t('identity.onboarding.slide', { n: index + 1, total: slides.length })}
          >
            <OnboardingArt slide={slide} />
            <h1>{t(`identity.onboarding.${slide}`)}</h1>
            <p className="c2">{t(`identity.onboarding.${slide}Text`)}</p>
            {slide === 'three' ? <p className="onboarding__risk">{t('riskLine')}</p> : null}
          </article>
        ))}
      </section>
      <footer className="onboarding__foot">
        <div className="dots" aria-hidden="true">
          {slides.map((slide, index) => (
            <i key={slide} data-on={index === at || undefined} />
          ))}
        </div>
        <Button tone="primary" size="l" block onClick={next}>
          {last ? t('identity.onboarding.start') : t('identity.onboarding.next')}
        </Button>
      </footer>
    </main>
  );
}
