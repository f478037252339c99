// ccxt's unmodified class of USD-M on the local exchange.
import ccxt from 'ccxt';
import type { BinanceRig, Key } from './binance-rig.ts';

export const PERP = 'BTC/USDT:USDT';
export type Usdm = InstanceType<typeof ccxt.pro.binanceusdm>;

/** The recipe of dependencies.md: other hosts, the same class. */
export async function usdmOf(rig: BinanceRig, { key, secret }: Key): Promise<Usdm> {
  const client = new ccxt.pro.binanceusdm({
    ...{ apiKey: key, secret, enableRateLimit: false },
    options: { fetchCurrencies: false, fetchMargins: false, fetchMarkets: { types: ['linear'] } },
  });
  await client.loadHttpProxyAgent();
  const here = (urls: Record<string, unknown>): void => {
    for (const [name, url] of Object.entries(urls)) {
      if (typeof url === 'string')
        urls[name] = url.replace(
          /^(http|ws)s?:\/\/[^/]+/,
          (_, kind: string) => `${kind}://127.0.0.1:${rig.venue.port}`,
        );
      else if (typeof url === 'object' && url !== null) here(url as Record<string, unknown>);
    }
  };
  here((client.urls as unknown as { api: Record<string, unknown> }).api);
  await client.loadMarkets();
  return client;
}
