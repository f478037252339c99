// The app's one push connection and what its hints do: changes of bots are laid over the cached rows, and quotes over the
// prices that are shown, once a second for all of them; what else has become old is asked again at its own pace. Without a
// connection the screens poll.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { call } from '../api/client.ts';
import { endInvalidSession } from '../api/consequences.ts';
import { clientText } from '../api/errors.ts';
import { accountQuery, botListQuery, userIndexQuery } from '../queries.ts';
import { queryClient } from '../query-client.ts';
import { onSessionEnd, useSession } from '../stores/session.ts';
import { useTheme } from '../stores/theme.ts';
import { askEveryMs, createAskAgain } from './ask-again.ts';
import { createBeat } from './beat.ts';
import { drawNoMore, drawSoon } from './draw-soon.ts';
import { PushSocket } from './socket.ts';

export const useConnection = create<{ connected: boolean; maintenance: string | null }>()(() => ({
  connected: false,
  maintenance: null,
}));

const askAgain = createAskAgain(queryClient);
const askAllAgain = createBeat(() => void queryClient.invalidateQueries(), { soonMs: 0, everyMs: askEveryMs });

export const socket = new PushSocket({
  onResumed: askAllAgain,
  onSessionOver: (message, token) => {
    if (message !== '') endInvalidSession(message, token);
    // The server closed without a word: the next call hears why, whatever screen is open.
    else call('authProfile', undefined, { screenHandled: true }).catch(() => undefined);
  },
  onState: (connected) => useConnection.setState({ connected }),
});

/** Runs the connection as long as the app lives; it follows log-in and log-out. */
export function runLiveUpdates(): () => void {
  const follow = () => {
    const { token } = useSession.getState();
    if (token === '') socket.stop();
    else socket.start(token, useTheme.getState().language);
  };
  follow();
  const stops = [
    useSession.subscribe(follow),
    useTheme.subscribe(follow),
    onSessionEnd(() => changes.clear()),
    socket.on('bot', (change) => {
      changes.set(change.id, { ...changes.get(change.id), ...change });
      drawSoon(changes, drawChanges);
      // A price alone brings its figures with it; what the bot did has more to it than its own message says.
      if (change.status !== undefined) askAboutBot(change.id);
    }),
    socket.on('account', (account) => {
      const { available, frozen, points, fuel, value } = account;
      queryClient.setQueryData(accountQuery().queryKey, account);
      queryClient.setQueryData(
        userIndexQuery().queryKey,
        (index) => index && { ...index, account: { available, frozen, points, fuel, value } },
      );
      for (const name of ['userAccountLogs', 'userChangeInfo', 'userIndex'] as const) askAgain([name]);
    }),
    socket.on('position', (change) => {
      askAgain(['userPositions']);
      askAboutBot(change.bot_id ?? 0);
    }),
    socket.on('action', (action) => askAboutBot(action.bot_id)),
    socket.on('deposit', () => askAboutMoney('userDepositInfo')),
    socket.on('withdraw', () => askAboutMoney('userWithdrawInfo')),
    socket.on('system', (news) =>
      useConnection.setState({ maintenance: news.maintenance ? news.message || clientText('http_503') : null }),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
    socket.stop();
  };
}

/** What has come or left changes what is there as well. */
function askAboutMoney(name: 'userDepositInfo' | 'userWithdrawInfo'): void {
  for (const each of [name, 'userIndex', 'userAccount', 'userAccountLogs'] as const) askAgain([each]);
}

/** What bots have told since the last batch, by bot: the newest of each figure. */
const changes = new Map<number, Partial<Bot> & { id: number }>();

function drawChanges(): void {
  queryClient.setQueryData(
    botListQuery().queryKey,
    (data) => data && { ...data, list: data.list.map((bot) => laidOver(bot, changes.get(bot.id))) },
  );
  for (const [id, change] of changes)
    queryClient.setQueryData<Bot>(['botDetail', id], (data) => data && laidOver(data, change));
  changes.clear();
}

function laidOver(bot: Bot, change: Partial<Bot> | undefined): Bot {
  return change === undefined ? bot : { ...bot, ...change };
}

function askAboutBot(id: number): void {
  for (const name of ['botDetail', 'botActions', 'botPositions'] as const) askAgain([name, id]);
  askAgain(['botActions', 0]);
  askAgain(['userIndex']);
  const known = queryClient.getQueryData(botListQuery().queryKey)?.list.some((bot) => bot.id === id);
  if (!known) askAgain(['botList']);
}

export interface Quoted {
  readonly last: string;
  readonly change_24h: string | null;
}

/** The newest quote of a market while it is on screen, or null until one comes. */
export function useTicker(exchange: string, market: 'spot' | 'futures', symbol: string): Quoted | null {
  const channel = `ticker:${exchange}:${market}:${symbol}` as const;
  const [quote, setQuote] = useState<{ channel: string; data: Quoted } | null>(null);
  useEffect(() => {
    if (exchange === '' || symbol === '') return;
    const off = socket.on(channel, (data) => drawSoon(setQuote, () => setQuote({ channel, data })));
    return () => {
      off();
      drawNoMore(setQuote);
    };
  }, [channel, exchange, symbol]);
  return quote?.channel === channel ? quote.data : null;
}
