// The app's one push connection and what its hints do: a bot's change is laid over the cached rows at once and the screen
// is asked again soon after; a quote replaces the price where it is shown. Without a connection the screens poll.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { call } from '../api/client.ts';
import { endInvalidSession } from '../api/consequences.ts';
import { clientText } from '../api/errors.ts';
import { accountQuery } from '../queries.ts';
import { queryClient } from '../query-client.ts';
import { useSession } from '../stores/session.ts';
import { useTheme } from '../stores/theme.ts';
import { PushSocket } from './socket.ts';

export const useConnection = create<{ connected: boolean; maintenance: string | null }>()(() => ({
  connected: false,
  maintenance: null,
}));

export const socket = new PushSocket({
  onResumed: () => void queryClient.invalidateQueries(),
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
    socket.on('bot', (change) => {
      patchBot(change);
      askAgainSoon(change.id);
    }),
    socket.on('account', (account) => {
      queryClient.setQueryData(accountQuery().queryKey, account);
      for (const key of [['userAccountLogs'], ['userChangeInfo'], ['userIndex']]) {
        void queryClient.invalidateQueries({ queryKey: key });
      }
    }),
    socket.on('position', (change) => askAgainSoon(change.bot_id ?? 0)),
    socket.on('action', (action) => askAgainSoon(action.bot_id)),
    socket.on('deposit', () => askMoneyAgain('userDepositInfo')),
    socket.on('withdraw', () => askMoneyAgain('userWithdrawInfo')),
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
function askMoneyAgain(name: 'userDepositInfo' | 'userWithdrawInfo'): void {
  for (const key of [name, 'userIndex', 'userAccount', 'userAccountLogs']) {
    void queryClient.invalidateQueries({ queryKey: [key] });
  }
}

function patchBot(change: Partial<Bot> & { id: number }): void {
  queryClient.setQueryData<{ list: Bot[]; count: number }>(
    ['botList'],
    (data) => data && { ...data, list: data.list.map((bot) => (bot.id === change.id ? { ...bot, ...change } : bot)) },
  );
  queryClient.setQueryData<Bot>(['botDetail', change.id], (data) => data && { ...data, ...change });
}

/** Hints come in bursts; one question a second per bot answers them all. */
export const gatherMs = 1_000;
const asked = new Map<number, ReturnType<typeof setTimeout>>();

function askAgainSoon(botId: number): void {
  if (asked.has(botId)) return;
  asked.set(
    botId,
    setTimeout(() => {
      asked.delete(botId);
      for (const key of [
        ['botDetail', botId],
        ['botActions', botId],
        ['botPositions', botId],
        ['botActions', 0],
        ['userIndex'],
      ]) {
        void queryClient.invalidateQueries({ queryKey: key });
      }
      const known = queryClient.getQueryData<{ list: Bot[] }>(['botList'])?.list.some((bot) => bot.id === botId);
      if (!known) void queryClient.invalidateQueries({ queryKey: ['botList'] });
    }, gatherMs),
  );
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
    return socket.on(channel, (data) => setQuote({ channel, data }));
  }, [channel, exchange, symbol]);
  return quote?.channel === channel ? quote.data : null;
}
