// What a detail's answer does to the row of the list beside it.
import type { Bot, BotDetail } from '@cormorant/contract/entities/bot.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { isAside } from '../bot-reason.ts';
import { keepInList } from './api/bot-detail.ts';

it('the row of a bot says what its detail says: why it stands still, and no more when that is over', () => {
  const client = new QueryClient();
  const row = { id: 7, status: 'running', phase: 'holding', halted: 0, name: 'a', version: 3 } as Bot;
  client.setQueryData(['botList'], { list: [row, { ...row, id: 8 }] });
  const rowOf = (id: number) =>
    client.getQueryData<{ list: Bot[] }>(['botList'])?.list.find((bot) => bot.id === id) as Bot;
  const last_error = { code: 4026, msg: '', at: 1 };
  keepInList(client, { ...row, phase: 'error', halted: 1, last_error } as BotDetail);
  expect(rowOf(7)).toMatchObject({ phase: 'error', halted: 1, last_error, name: 'a', version: 3 });
  expect([isAside(rowOf(7)), isAside(rowOf(8))]).toEqual([true, false]);
  keepInList(client, row as BotDetail);
  expect([rowOf(7).phase, rowOf(7).last_error]).toEqual(['holding', undefined]);
});
