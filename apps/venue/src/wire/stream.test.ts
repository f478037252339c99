// The stream's protection of the exchange's memory: a client that does not read is dropped, the others notice nothing.
import { EventEmitter } from 'node:events';
import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import type { WebSocket } from '@fastify/websocket';
import { expect, it } from 'vitest';
import type { Exchange } from '../exchange/exchange.ts';
import { Pacing } from '../exchange/pacing.ts';
import type { SymbolDesk } from '../exchange/symbol-desk.ts';
import { FaultPlan } from '../faults/fault-plan.ts';
import { Stream } from './stream.ts';

class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  readonly sent: string[] = [];
  closeCode = 0;

  send(frame: string) {
    this.sent.push(frame);
  }
  close(code: number) {
    this.closeCode = code;
  }
  terminate() {
    this.readyState = 3;
    this.emit('close');
  }
  ping() {}
}

const instrument = makeInstrument({
  symbol: 'BTC/USDT',
  tick: '0.01',
  step: '0.00001',
  minQty: '0.00001',
  maxQty: '10',
  minNotional: '5',
  minPrice: '0.01',
  maxPrice: '1000000',
  maxOpenOrders: 10,
  maker: '0.001',
  taker: '0.001',
});

it('stands still for a paced client that asks, behind what it told before, and for no other', () => {
  const desk = { index: 0, symbol: 'BTC/USDT', instrument, seq: 0 } as SymbolDesk;
  const exchange = { desks: [desk], desk: (symbol: string) => (symbol === desk.symbol ? desk : undefined) };
  const pacing = new Pacing(false);
  let released = 0;
  const stream = new Stream({
    ...{ exchange: exchange as unknown as Exchange, pacing, token: 't', faults: new FaultPlan(() => 0) },
    ...{ state: () => 'running' as const, released: () => void released++ },
  });
  const join = (paced: boolean) => {
    const socket = new FakeSocket();
    stream.join(socket as unknown as WebSocket);
    const say = (message: object) => socket.emit('message', Buffer.from(JSON.stringify(message)));
    say({ op: 'auth', token: 't' });
    say({ op: 'market', symbols: ['*'], paced });
    return { socket, say };
  };
  const [mine, other] = [join(true), join(false)];
  const holds = () => pacing.holds(0, () => desk.seq);
  desk.seq = 1;
  stream.tell([{ type: 'print', desk, seq: 1, priceTicks: 10_000, atMs: 1_000 }]);
  mine.say({ op: 'ack', symbol: 'BTC/USDT', seq: 1 });
  other.say({ op: 'still', symbol: 'BTC/USDT', on: true });
  mine.say({ op: 'still', symbol: 'NO/SUCH', on: true });
  expect(holds()).toBe(false);
  mine.say({ op: 'still', symbol: 'BTC/USDT', on: true });
  expect(holds()).toBe(true);
  expect(mine.socket.sent.slice(-2)).toEqual([
    '{"op":"still","symbol":"NO/SUCH"}',
    '{"op":"still","symbol":"BTC/USDT"}',
  ]);
  expect(mine.socket.sent.at(-3)).toContain('"seq":1');
  const before = released;
  mine.say({ op: 'still', symbol: 'BTC/USDT', on: false });
  expect([holds(), released]).toEqual([false, before + 1]);
  mine.say({ op: 'still', symbol: 'BTC/USDT', on: true });
  mine.socket.terminate();
  expect(holds()).toBe(false);
  stream.close();
});

it('drops a client that leaves too much unread, frees the market it held, and goes on with the rest', () => {
  const desk = { index: 0, symbol: 'BTC/USDT', instrument, seq: 0 } as SymbolDesk;
  const exchange = { desks: [desk], desk: () => desk } as unknown as Exchange;
  const pacing = new Pacing(false);
  const faults = new FaultPlan(() => 0);
  const stream = new Stream({
    ...{ exchange, pacing, token: 't', faults },
    ...{ state: () => 'running' as const, released: () => undefined },
  });
  const [slow, quick] = [new FakeSocket(), new FakeSocket()];
  for (const socket of [slow, quick]) {
    stream.join(socket as unknown as WebSocket);
    const say = (message: object) => socket.emit('message', Buffer.from(JSON.stringify(message)));
    say({ op: 'auth', token: 't' });
    say({ op: 'market', symbols: ['*'], paced: socket === slow });
  }
  const tell = (seq: number) => {
    desk.seq = seq;
    stream.tell([{ type: 'print', desk, seq, priceTicks: 10_000, atMs: 1000 * seq }]);
  };
  tell(1);
  expect(pacing.holds(0, () => desk.seq)).toBe(true);
  slow.bufferedAmount = 9 * 1024 * 1024;
  tell(2);
  expect([slow.closeCode, slow.readyState]).toEqual([1013, 3]);
  expect(pacing.holds(0, () => desk.seq)).toBe(false);
  tell(3);
  expect(slow.sent.filter((frame) => frame.includes('"print"'))).toHaveLength(1);
  expect(quick.sent.filter((frame) => frame.includes('"print"'))).toEqual([
    '{"ch":"print","symbol":"BTC/USDT","seq":1,"price":"100.00","at":1000}',
    '{"ch":"print","symbol":"BTC/USDT","seq":2,"price":"100.00","at":2000}',
    '{"ch":"print","symbol":"BTC/USDT","seq":3,"price":"100.00","at":3000}',
  ]);
  stream.close();
});
