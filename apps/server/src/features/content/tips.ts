// Short sentences for the home screen: each one is true today and leads to a page that exists.
import type { Lang } from '@cormorant/contract/envelope.ts';

interface TipRow {
  readonly id: number;
  readonly text: Readonly<Record<Lang, string>>;
  /** A path of the app. */
  readonly link?: string;
}

export const tips: readonly TipRow[] = [
  {
    id: 1,
    text: { zh: '本地交易所的行情与资金是模拟的', en: 'Market and money of the local exchange are simulated' },
    link: '/about/about',
  },
  {
    id: 2,
    text: {
      zh: '止损是触发后的市价卖出,不是价格保证',
      en: 'A stop is a market sale once touched, not a promised price',
    },
    link: '/about/risk',
  },
  {
    id: 3,
    text: { zh: '看看哪些设备登录了您的账户', en: 'See which devices are signed in to your account' },
    link: '/setting',
  },
  {
    id: 4,
    text: { zh: '我们从不索要密码、验证码或助记词', en: 'We never ask for passwords, codes or recovery phrases' },
    link: '/about/security',
  },
  {
    id: 5,
    text: { zh: '网格在单边下跌中会持有亏损的币', en: 'In a one-way fall a grid holds coins at a loss' },
    link: '/about/risk',
  },
];
