// How Binance's streams are spoken with: markets by names of streams; an account on spot by a signature, on contracts by a listen
// key that is kept alive.
import { createHmac } from 'node:crypto';
import { type MarketName, nameOf } from '../shared/market-names.ts';
import { textUnder } from '../shared/reply-grammar.ts';
import type { UserNews } from '../shared/stream-news.ts';
import type { MarketSpeech, Speech, UserSpeech } from '../shared/stream-protocol.ts';
import type { SignedRequests } from '../transport/signed-requests.ts';
import { marketNewsOf, userNewsOf } from './stream-rows.ts';

const NAMES_A_MESSAGE = 100;
const PATIENCE_MS = 15_000;
const asking = { family: 'futures', weight: 1, share: 'kept', patienceMs: PATIENCE_MS } as const;

export function binanceSpeech(line: SignedRequests): Speech {
  return {
    market: marketSpeech,
    user: (account, kind, url) =>
      kind === 'spot' ? spotSpeech(line, account, url) : futuresSpeech(line, account, url),
  };
}

function marketSpeech(kind: 'spot' | 'futures'): MarketSpeech {
  let ids = 0;
  const said = (method: 'SUBSCRIBE' | 'UNSUBSCRIBE', markets: readonly string[]) => {
    const names = markets.flatMap((id) => {
      const own = id.toLowerCase();
      return kind === 'spot' ? [`${own}@trade`] : [`${own}@aggTrade`, `${own}@markPrice@1s`];
    });
    const messages: { method: string; params: readonly string[]; id: number }[] = [];
    for (let at = 0; at < names.length; at += NAMES_A_MESSAGE)
      messages.push({ method, params: names.slice(at, at + NAMES_A_MESSAGE), id: ++ids });
    return messages;
  };
  return {
    nameOf,
    follow: (markets) => {
      const messages = said('SUBSCRIBE', markets);
      return { messages, awaited: String(ids), answers: messages.map(({ id }) => String(id)) };
    },
    leave: (markets) => said('UNSUBSCRIBE', markets),
    hear: (text) => {
      const news = marketNewsOf(text);
      return news === null ? [] : [news];
    },
  };
}

function spotSpeech(line: SignedRequests, account: string, url: string): UserSpeech {
  return {
    address: async () => url,
    hello: async () => {
      const keys = await line.keysOf(account);
      if (keys === null) throw new Error('no keys of this account');
      const params = { apiKey: keys.apiKey.reveal(), timestamp: String(await line.exchangeNowMs()) };
      const signature = createHmac('sha256', keys.secretKey.reveal())
        .update(String(new URLSearchParams(params)))
        .digest('hex');
      return {
        ...{ id: 'subscribe', method: 'userDataStream.subscribe.signature' },
        params: { ...params, timestamp: Number(params.timestamp), signature },
      };
    },
    hear: (text, nameOfMarket) => heardBy(account, text, nameOfMarket),
  };
}

function futuresSpeech(line: SignedRequests, account: string, url: string): UserSpeech {
  let listenKey = '';
  return {
    address: async () => {
      const given = textUnder(await line.read({ ...asking, account, call: 'fapiPrivatePostListenKey' }), 'listenKey');
      if (given === null) throw new Error('no listen key was given');
      listenKey = given;
      return `${url}?listenKey=${encodeURIComponent(listenKey)}`;
    },
    hello: async () => null,
    hear: (text, nameOfMarket) => heardBy(account, text, nameOfMarket),
    /** A key that is not there any more ends the line at once, not an hour later. */
    renew: async () => {
      const params = { listenKey };
      const reply = await line.ask({ ...asking, account, params, call: 'fapiPrivatePutListenKey', isRead: false });
      return reply.kind !== 'refusal';
    },
  };
}

function heardBy(
  account: string,
  text: string,
  nameOfMarket: (id: string) => MarketName | undefined,
): readonly UserNews[] {
  const news = userNewsOf(text, account, nameOfMarket);
  return news === null ? [] : [news];
}
