// The only hosts that keys are sent to, an exchange a row. For tests and the local exchange a row can be turned to an address
// of this machine; nothing a user sends ever names a host.

export interface ExchangeHosts {
  /** Hosts a request may go to, with their port where it is not the scheme's. */
  readonly allowed: ReadonlySet<string>;
  /** Put in place of scheme and host of every address; null = as the client has them. */
  readonly instead: string | null;
}

const published: Readonly<Record<string, readonly string[]>> = {
  binance: [
    ...['api.binance.com', 'fapi.binance.com'],
    ...['stream.binance.com:9443', 'ws-api.binance.com', 'fstream.binance.com'],
  ],
  okx: ['www.okx.com', 'ws.okx.com:8443'],
  bybit: ['api.bybit.com', 'stream.bybit.com'],
  bitget: ['api.bitget.com', 'ws.bitget.com'],
  gate: ['api.gateio.ws', 'fx-ws.gateio.ws'],
};

/** `turned`: exchange to origin, without a trailing slash. */
export function exchangeHosts(turned: ReadonlyMap<string, string>): ReadonlyMap<string, ExchangeHosts> {
  const rows = new Map<string, ExchangeHosts>(
    Object.entries(published).map(([code, hosts]) => [code, { allowed: new Set(hosts), instead: null }]),
  );
  for (const [code, origin] of turned) rows.set(code, { allowed: new Set([new URL(origin).host]), instead: origin });
  return rows;
}
