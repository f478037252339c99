// The exchanges the house knows: who they are, what a key of theirs consists of, and where a person makes one. Whether bots
// trade there is the server's to say, and so are the fees of the local exchange, which are those of its books.

interface Words {
  readonly zh: string;
  readonly en: string;
}

export interface ExchangeCard {
  readonly id: number;
  readonly code: string;
  readonly name: Words;
  /** Its keys have a third part. */
  readonly passphrase: boolean;
  /** Where keys are made; of the local exchange it depends on where that runs. */
  readonly keyUrl: string;
  readonly tutorialUrl: string;
  /** Percent, of the lowest tier. */
  readonly fees: {
    readonly takerSpot: string;
    readonly makerSpot: string;
    readonly takerFutures: string;
    readonly makerFutures: string;
  };
}

const same = (name: string): Words => ({ zh: name, en: name });

export const LOCAL_EXCHANGE = 'local';

export const exchangeCards: readonly ExchangeCard[] = [
  {
    id: 1,
    code: LOCAL_EXCHANGE,
    name: { zh: '本地交易所', en: 'Local exchange' },
    passphrase: false,
    keyUrl: '',
    tutorialUrl: '',
    fees: { takerSpot: '0', makerSpot: '0', takerFutures: '0', makerFutures: '0' },
  },
  {
    id: 2,
    code: 'binance',
    name: { zh: '币安 Binance', en: 'Binance' },
    passphrase: false,
    keyUrl: 'https://www.binance.com/en/my/settings/api-management',
    tutorialUrl: 'https://www.binance.com/en/support/faq/how-to-create-api-keys-on-binance-360002502072',
    fees: { takerSpot: '0.1', makerSpot: '0.1', takerFutures: '0.05', makerFutures: '0.02' },
  },
  {
    id: 3,
    code: 'okx',
    name: same('OKX'),
    passphrase: true,
    keyUrl: 'https://www.okx.com/account/my-api',
    tutorialUrl: 'https://www.okx.com/help/how-do-i-create-an-api-key',
    fees: { takerSpot: '0.1', makerSpot: '0.08', takerFutures: '0.05', makerFutures: '0.02' },
  },
  {
    id: 4,
    code: 'bybit',
    name: same('Bybit'),
    passphrase: false,
    keyUrl: 'https://www.bybit.com/app/user/api-management',
    tutorialUrl: 'https://www.bybit.com/en/help-center/article/How-to-create-your-API-key',
    fees: { takerSpot: '0.1', makerSpot: '0.1', takerFutures: '0.055', makerFutures: '0.02' },
  },
  {
    id: 5,
    code: 'bitget',
    name: same('Bitget'),
    passphrase: true,
    keyUrl: 'https://www.bitget.com/account/newapi',
    tutorialUrl: 'https://www.bitget.com/support/articles/360038968251',
    fees: { takerSpot: '0.1', makerSpot: '0.1', takerFutures: '0.06', makerFutures: '0.02' },
  },
  {
    id: 6,
    code: 'gate',
    name: { zh: '芝麻开门 Gate', en: 'Gate' },
    passphrase: false,
    keyUrl: 'https://www.gate.com/myaccount/api_key_manage',
    tutorialUrl: 'https://www.gate.com/help/guide/api',
    fees: { takerSpot: '0.1', makerSpot: '0.1', takerFutures: '0.05', makerFutures: '0.02' },
  },
];

/** By its code, or by its number as text. */
export function exchangeCardOf(named: string | number): ExchangeCard | undefined {
  const text = String(named).trim().toLowerCase();
  return exchangeCards.find((card) => card.code === text || String(card.id) === text);
}
