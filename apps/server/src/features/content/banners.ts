// Banners of the home screen. Their pictures are files of the web app without words, so one serves both languages.
import type { Lang } from '@cormorant/contract/envelope.ts';

interface BannerRow {
  readonly id: number;
  readonly image: string;
  readonly title: Readonly<Record<Lang, string>>;
  readonly link: string;
  readonly sort: number;
}

export const banners: readonly BannerRow[] = [
  {
    id: 1,
    image: '/banners/practice.svg',
    title: { zh: '先模拟,再实盘', en: 'Practise before you go live' },
    link: '/simulation',
    sort: 1,
  },
  {
    id: 2,
    image: '/banners/grid.svg',
    title: { zh: '创建一个网格机器人', en: 'Set up a grid bot' },
    link: '/strategy/martin',
    sort: 2,
  },
  {
    id: 3,
    image: '/banners/security.svg',
    title: { zh: '您的账户如何受到保护', en: 'How your account is kept safe' },
    link: '/about/security',
    sort: 3,
  },
];
