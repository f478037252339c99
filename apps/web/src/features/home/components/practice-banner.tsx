// The way to practice, with the bird and its grid.
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Mark } from '../../../ui/logo.tsx';

export function PracticeBanner() {
  const { t } = useTranslation();
  return (
    <Link className="banner" to="/simulation">
      <svg
        className="banner__art"
        viewBox="0 0 200 104"
        width="200"
        preserveAspectRatio="xMaxYMid slice"
        aria-hidden="true"
      >
        <path d="M100 20H200M100 41H200M100 62H200M100 83H200" stroke="#fff" strokeOpacity=".2" />
        <path
          d="M86 76 95 54 103 62 113 42"
          stroke="#fff"
          strokeOpacity=".6"
          strokeWidth="1.5"
          strokeDasharray="4 4"
          fill="none"
          strokeLinecap="round"
        />
        <g transform="translate(108 14)">
          <Mark size={83} />
        </g>
      </svg>
      <b className="t-section">{t('home.banner')}</b>
      <span className="t-meta">{t('home.bannerText')}</span>
    </Link>
  );
}
