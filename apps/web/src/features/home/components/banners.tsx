// Banners, one at a time: swiped by a finger, turned by two buttons where there is a mouse. They never move by themselves.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Data } from '../../../lib/api/client.ts';
import type { ApiError } from '../../../lib/api/errors.ts';
import { useTheme } from '../../../lib/stores/theme.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Failed } from '../../../ui/states.tsx';
import { bannersQuery } from '../api/banners.ts';

type Banner = Data<'indexBanners'>['list'][number];

export function Banners() {
  const { t } = useTranslation();
  const language = useTheme((entry) => entry.language);
  const { data, error, isFetching, refetch } = useQuery(bannersQuery(language));
  if (data) return data.list.length === 0 ? null : <Carousel list={data.list} />;
  if (error) {
    return (
      <section className="card banners__failed">
        <Failed small text={(error as ApiError).message} onRetry={() => void refetch()} busy={isFetching} />
      </section>
    );
  }
  return <div className="banner skel" role="status" aria-label={t('ui.loading')} />;
}

function Carousel({ list }: { list: readonly Banner[] }) {
  const { t } = useTranslation();
  const track = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);

  function turnTo(index: number) {
    const { current } = track;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    current?.scrollTo({ left: index * current.clientWidth, behavior: still ? 'auto' : 'smooth' });
  }

  return (
    <section className="banners" aria-label={t('home.banners')}>
      <div
        className="banners__track"
        ref={track}
        onScroll={({ currentTarget }) => setShown(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))}
      >
        {list.map((banner) => (
          <BannerLink key={banner.id} link={banner.link}>
            <img src={banner.image} alt="" draggable={false} decoding="async" />
            <b className="t-section">{banner.title}</b>
          </BannerLink>
        ))}
      </div>
      {list.length > 1 ? (
        <>
          <div className="banners__dots" aria-hidden="true">
            {list.map((banner, index) => (
              <i key={banner.id} data-on={index === shown} />
            ))}
          </div>
          <button
            type="button"
            className="banners__turn"
            aria-label={t('home.previousBanner')}
            disabled={shown === 0}
            onClick={() => turnTo(shown - 1)}
          >
            <Icon name="left" />
          </button>
          <button
            type="button"
            className="banners__turn banners__turn--next"
            aria-label={t('home.nextBanner')}
            disabled={shown >= list.length - 1}
            onClick={() => turnTo(shown + 1)}
          >
            <Icon name="right" />
          </button>
        </>
      ) : null}
    </section>
  );
}

/** A path of the app, or an https address in a tab of its own. */
function BannerLink({ link, children }: { link: string; children: ReactNode }) {
  if (link.startsWith('https://')) {
    return (
      <a className="banner" href={link} target="_blank" rel="noreferrer">
        {children}
      </a>
    );
  }
  return (
    <Link className="banner" to={link}>
      {children}
    </Link>
  );
}
