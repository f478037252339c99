// The bill of bots that really traded: every headline figure opens into its rows, every row into the trades it is made of,
// and the files hold the same rows. Then many bots at once, and what is held.
import { randomUUID } from 'node:crypto';
import { mostExportRows } from '@cormorant/contract/calls/bills.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type Brake, holdBrake } from '../../commands/storm/brake.ts';
import { Person } from './person.ts';
import { TOKEN } from './processes.ts';
import { Scene } from './scene.ts';

const scene = new Scene();
const grid = { lower: '58500', upper: '61500', grid_levels: 24, grid_mode: 'geometric' };
/** For bots that need no results: the price is inside at whatever moment of the tape they are made. */
const wide = { params: { ...grid, lower: '54000', upper: '66000' } };
// biome-ignore lint/suspicious/noExplicitAny: any field of any row.
type Row = any;

const e18 = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(18, '0').slice(0, 18));
  return text.startsWith('-') ? -units : units;
};
const sumOf = (rows: readonly Row[], key: string) => rows.reduce((all, row) => all + e18(row[key]), 0n);
const get = async (path: string) => (await scene.person.get(`/api/user/${path}`)).data;

async function create(name: string, change: object = {}): Promise<number> {
  const answer = await scene.person.ask('POST', '/api/user/botCreate', {
    ...{ type_id: 3, exchange: 'local', market: 'spot', symbol: 'BTC/USDT', investment: '2000', params: grid },
    ...{ simulate: 0, start: 1, risk_ack: 1, name, request_id: randomUUID(), ...change },
  });
  if (answer.code !== 1) throw new Error(`${answer.code} ${answer.msg}`);
  return answer.data.id as number;
}

async function allRows(more = ''): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const data = await get(`billLogs?page=${page}&page_size=100${more}`);
    rows.push(...data.list);
    if (data.has_more === 0) {
      expect(rows.length).toBe(data.total);
      for (const key of ['gross', 'fee', 'funding', 'profit', 'fuel'])
        expect(sumOf(rows, key)).toBe(e18(data.sum[key]));
      return rows;
    }
  }
}

async function file(
  query: string,
  person = scene.person,
  lang = 'en',
): Promise<{ type: string; text: string; name: string }> {
  const headers = { authorization: `Bearer ${person.sessionToken}`, 'x-lang': lang };
  const response = await fetch(`${person.url}/api/user/export?${query}`, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    type: response.headers.get('content-type') ?? '',
    name: response.headers.get('content-disposition') ?? '',
    text: bytes.toString('utf8'),
  };
}

let bot = 0;
/** Hundreds of prints a second that nobody needs would take the machine from what is tested. */
let brake: Brake;
beforeAll(async () => {
  await scene.open({ seed: 11, candles: 40_000, middle: 6_000_000, speed: 6_000 });
  await vi.waitFor(async () => {
    const data = (await scene.person.get('/api/market/symbols?exchange=local&latest=1')).data;
    if (data?.list?.length !== 1) throw new Error('the market does not appear');
  }, 30_000);
  brake = await holdBrake(scene.venue.url, TOKEN);
  bot = await create('=cmd|grid');
  await vi.waitFor(
    async () => {
      if ((await get('bill')).count < 25) throw new Error('not enough results');
    },
    { timeout: 90_000, interval: 200 },
  );
  // Standing still, so that what is asked one after another belongs together.
  expect((await scene.person.get(`/api/user/botOperation?id=${bot}&action=stop`)).code).toBe(1);
  await vi.waitFor(async () => {
    const { list } = await get(`botPositions?id=${bot}`);
    if (list[0].status !== 'closed') throw new Error('still open');
  }, 30_000);
  await brake.pull();
}, 180_000);
afterAll(async () => {
  brake?.stop();
  await scene.close();
});

describe('the bill', () => {
  test('every headline figure opens into the rows it is the sum of', async () => {
    const rows = await allRows();
    const bill = await get('bill');
    const groups = await get('billGroup');
    expect(bill.count).toBe(rows.length);
    const total = sumOf(rows, 'profit');
    for (const key of ['today', 'total', 'yesterday', 'week', 'month', 'fuel_today', 'fuel_total'])
      expect(typeof bill[key], key).toBe('number');
    const near = (figure: number, exact: bigint) => expect(Math.abs(figure - Number(exact) / 1e18)).toBeLessThan(1e-9);
    near(bill.total, total);
    const dayRows = (back: number) => {
      const date = new Date(Date.parse(groups.today) - back * 86_400_000).toISOString().slice(0, 10);
      return allRows(`&date=${date}`);
    };
    near(bill.today, sumOf(await dayRows(0), 'profit'));
    near(bill.yesterday, sumOf(await dayRows(1), 'profit'));
    const week = (await Promise.all([0, 1, 2, 3, 4, 5, 6].map(dayRows))).flat();
    near(bill.week, sumOf(week, 'profit'));

    // The tape is shorter than 90 days, so days, bots and categories are sums of the same rows, to the last digit.
    expect(sumOf(groups.list, 'profit')).toBe(total);
    expect(sumOf(groups.by_bot, 'profit')).toBe(total);
    expect(sumOf(groups.by_type, 'profit')).toBe(total);
    expect(groups.by_type.map(({ type }: Row) => type)).toEqual(['grid']);
    for (const day of groups.list) {
      const own = await allRows(`&date=${day.date}`);
      expect([own.length, sumOf(own, 'profit')], day.date).toEqual([day.count, e18(day.profit)]);
      expect(e18(day.profit) - e18(day.fuel)).toBe(e18(day.net));
    }
    // What the bot's own screen says is the same money.
    const detail = await get(`botDetail?id=${bot}`);
    expect(e18(detail.profit)).toBe(total);
    expect(sumOf(await allRows(`&bot_id=${bot}`), 'profit')).toBe(total);
  });

  test('gross − fee + funding = net in every row, and each row opens into trades that sum to it', {
    timeout: 60_000,
  }, async () => {
    const rows = await allRows();
    const closing = rows.filter(({ purpose }: Row) => purpose !== 'grid');
    expect(closing.length).toBeGreaterThan(0);
    for (const row of [...closing, ...rows.filter(({ purpose }: Row) => purpose === 'grid').slice(0, 20)]) {
      expect(e18(row.gross) - e18(row.fee) + e18(row.funding)).toBe(e18(row.profit));
      const { settlement, fills, sums, adds_up, complete } = await get(`billDetail?id=${row.id}`);
      expect(settlement).toEqual(row);
      expect([adds_up, complete], JSON.stringify({ row, fills, sums })).toEqual([1, 1]);
      expect(row.simulated_market).toBe(1);
      const worth = (side: string) =>
        sumOf(
          fills.filter((fill: Row) => fill.side === side),
          'part_value',
        );
      expect([worth('buy'), worth('sell')]).toEqual([e18(sums.bought), e18(sums.sold)]);
      // The trades, the fees and what is left over make the row, to the last digit.
      expect(e18(sums.sold) - e18(sums.bought) + e18(sums.value_rest)).toBe(e18(row.gross));
      expect(sumOf(fills, 'part_fee')).toBe(e18(sums.fees));
      expect(e18(sums.fees) + e18(sums.fee_rest)).toBe(e18(row.fee));
      // And what is left over is next to nothing beside what changed hands; coin left over from purchases carries the
      // part of its purchase that went for the fee.
      const share = row.purpose === 'dust' ? 0.01 : 0.0003;
      const rest = Number(sums.value_rest) ** 2 + Number(sums.fee_rest) ** 2;
      expect(Math.sqrt(rest), JSON.stringify({ row, fills, sums })).toBeLessThan(Number(sums.sold) * share);
      expect(
        sumOf(
          fills.filter(({ leg }: Row) => leg === 'exit'),
          'part_qty',
        ),
      ).toBe(e18(row.qty));
    }
  });

  test('an exchange where nothing was earned has zeros and no rows', async () => {
    expect(await get('bill?exchange=binance')).toMatchObject({ today: 0, total: 0, week: 0, month: 0, count: 0 });
    expect(await get('billLogs?exchange=binance')).toMatchObject({ list: [], total: 0 });
    expect(await get('billGroup?exchange=binance')).toMatchObject({ list: [], by_bot: [], by_type: [] });
  });

  test('belongs to its owner', async () => {
    const stranger = new Person(scene.server.url);
    await stranger.register('bill_stranger');
    const [row] = await allRows();
    expect((await stranger.get(`/api/user/billDetail?id=${row.id}`)).code).toBe(8005);
    expect((await stranger.get(`/api/user/billLogs?bot_id=${bot}`)).data.total).toBe(0);
    expect((await stranger.get('/api/user/bill')).data.count).toBe(0);
    const lines = (await file(`kind=settlements&bot_id=${bot}`, stranger)).text.trim().split('\r\n');
    expect(lines).toHaveLength(1);
  });
});

describe('the log', () => {
  test('is split into its three groups by the server, pages and all', async () => {
    const count = async (more: string) => (await get(`botActions?id=${bot}&page_size=5${more}`)).total as number;
    const [all, ...groups] = await Promise.all(['', '&group=trade', '&group=operation', '&group=failed'].map(count));
    expect(groups.reduce((sum, one) => sum + one, 0)).toBe(all);
    expect(groups[0]).toBeGreaterThan(20);
    const second = await get(`botActions?id=${bot}&group=trade&page=2&page_size=5`);
    expect(second.list).toHaveLength(5);
    for (const row of second.list) expect(['open', 'add', 'close', 'success', 'manual_close']).toContain(row.action);
    expect((await get(`botActions?id=${bot}&group=failed&action=open`)).total).toBe(0);
  });
});

describe('a file', () => {
  test.each(['fills', 'settlements', 'actions'] as const)('of %s holds every row once, oldest first', async (kind) => {
    const { type, text, name } = await file(`kind=${kind}`);
    expect(type).toBe('text/csv; charset=utf-8');
    expect(name).toContain(`cormorant-${kind}.csv`);
    expect(text.startsWith('\uFEFF')).toBe(true);
    const [heading, ...lines] = text.slice(1).split('\r\n').slice(0, -1);
    expect(heading).toMatch(/^time_utc8,/);
    const tables = { fills: 'bot_fills', settlements: 'settlements', actions: 'bot_actions' };
    const { rows } = await scene.database.query(`select count(*)::integer as n from ${tables[kind]}`);
    expect(lines.length).toBe(rows[0].n);
    const times = lines.map((line) => line.split(',')[0] ?? '');
    expect(times).toEqual([...times].sort());
    // The bot's name is a formula; the file makes it a text.
    expect(lines[0]).toContain(",'=cmd|grid,");
    expect((await file(`kind=${kind}`, scene.person, 'zh')).text).toMatch(/^\uFEFF时间\(UTC\+8\),/);
  });

  test('of results has the bill’s figures, untouched', async () => {
    const rows = (await allRows()).reverse();
    const lines = (await file('kind=settlements')).text.split('\r\n').slice(1, -1);
    const figures = lines.map((line) => line.split(',').slice(-6, -1));
    expect(figures).toEqual(
      rows.map(({ qty, gross, fee, funding, profit }: Row) => [qty, gross, fee, funding, profit]),
    );
  });

  test('may be of some days, and says what it cannot be asked', async () => {
    const { list } = await get('billGroup');
    const day = list[0];
    const lines = (await file(`kind=settlements&from=${day.date}&to=${day.date}`)).text.split('\r\n').slice(1, -1);
    expect(lines).toHaveLength(day.count);
    const refused = async (query: string) => JSON.parse((await file(query)).text);
    expect(await refused('kind=secrets')).toMatchObject({ code: 7002 });
    expect(await refused('')).toMatchObject({ code: 7003 });
    expect(await refused('kind=fills&from=yesterday')).toMatchObject({ code: 7004 });
  });
});

describe('a file that would be too long', () => {
  test('is refused before it begins, and a shorter time is not', { timeout: 120_000 }, async () => {
    const writer = new Person(scene.server.url);
    await writer.register('long_log_writer');
    const made = await writer.ask('POST', '/api/user/botCreate', {
      ...{ type_id: 3, exchange: 'local', market: 'spot', symbol: 'BTC/USDT', investment: '2000', ...wide },
      ...{ simulate: 0, start: 0, risk_ack: 1, name: 'long', request_id: randomUUID() },
    });
    expect(made.code).toBe(1);
    const { rows } = await scene.database.query('select count(*)::integer as n from bot_actions where bot_id = $1', [
      made.data.id,
    ]);
    const write = (count: number, marketMs: number) =>
      scene.database.query(
        `insert into bot_actions (user_id, bot_id, action, actor, why, market_ms)
         select user_id, id, 'start', 'user', 'start', $3 from bots, generate_series(1, $2::integer) where id = $1`,
        [made.data.id, count, marketMs],
      );
    await write(mostExportRows - rows[0].n, Date.UTC(2020, 0, 1));
    const ask = async () => (await file('kind=actions', writer)).text;
    expect((await ask()).split('\r\n')).toHaveLength(mostExportRows + 2);
    await write(1, Date.UTC(2020, 0, 2));
    expect(JSON.parse(await ask())).toMatchObject({ code: 7006, show: 1, data: { field: 'from' } });
    const short = (await file('kind=actions&from=2020-01-02&to=2020-01-02', writer)).text;
    expect(short.split('\r\n')).toHaveLength(3);
  });
});

describe('many bots at once', () => {
  async function until(taskId: string): Promise<Row> {
    let task: Row;
    await vi.waitFor(
      async () => {
        task = await get(`botBatchStatus?task_id=${taskId}`);
        if (task.status !== 'done') throw new Error('not done');
      },
      { timeout: 30_000, interval: 100 },
    );
    return task;
  }
  const batch = (query: string) => scene.person.get(`/api/user/botBatch?${query}`);

  test('each answers for itself, one failure stops nobody, and foreign ones do not exist', {
    timeout: 120_000,
  }, async () => {
    const stranger = new Person(scene.server.url);
    await stranger.register('batch_stranger');
    const stopped = await create('BTC 现货网格', { ...wide, start: 0 });
    const asked = await batch(`action=start&ids=${bot},${stopped},2000000000,${bot}`);
    expect(asked).toMatchObject({ code: 1, data: { total: 3 } });
    const task = await until(asked.data.task_id);
    expect(task).toMatchObject({ action: 'start', total: 3, done: 3, success: 1, failed: 2 });
    const codeOf = (id: number) => task.items.find((item: Row) => item.id === id).code;
    // Both are on one side of one market: whichever was first runs, the other is refused.
    expect([codeOf(bot), codeOf(stopped)].sort((a, b) => a - b)).toEqual([1, 4010]);
    expect(codeOf(2_000_000_000)).toBe(4001);
    // A name that was made for a bot is in the reader's language, as in the list of bots.
    expect(task.items[1].name).toBe('BTC Spot Grid');
    const zh = (
      await scene.person.ask('GET', `/api/user/botBatchStatus?task_id=${asked.data.task_id}`, undefined, 'zh')
    ).data;
    for (const { msg } of zh.items) expect(msg).toMatch(/\p{Script=Han}/u);
    expect((await stranger.get(`/api/user/botBatchStatus?task_id=${asked.data.task_id}`)).code).toBe(4101);
    const theirs = await stranger.get(`/api/user/botBatch?action=delete&ids=${bot}`);
    await vi.waitFor(async () => {
      const { items } = (await stranger.get(`/api/user/botBatchStatus?task_id=${theirs.data.task_id}`)).data;
      expect(items).toEqual([{ id: bot, name: '', symbol: '', code: 4001, msg: 'Strategy not found' }]);
    }, 30_000);

    const ended = await until((await batch(`action=stop&ids=${bot},${stopped}`)).data.task_id);
    expect(ended.items.map(({ code }: Row) => code).sort()).toEqual([1, 4003]);
    const gone = await until((await batch(`action=delete&ids=${stopped}`)).data.task_id);
    expect(gone).toMatchObject({ success: 1 });
  });

  test('is refused as a whole when it cannot be meant', async () => {
    const many = Array.from({ length: 51 }, (_, at) => at + 1).join(',');
    expect((await batch(`action=stop&ids=${many}`)).code).toBe(4102);
    expect((await batch('action=dance&ids=1')).code).toBe(4023);
    expect((await batch('action=add&ids=1')).code).toBe(4023);
    expect((await batch('action=stop')).code).toBe(7003);
    expect((await batch('action=stop&ids=one')).code).toBe(7004);
    expect((await scene.person.get(`/api/user/botBatchStatus?task_id=${randomUUID()}`)).code).toBe(4101);
    expect((await scene.person.get('/api/user/botBatchStatus?task_id=7')).code).toBe(4101);
  });

  test('is told to its owner as it goes on, and to nobody else', { timeout: 90_000 }, async () => {
    const stranger = new Person(scene.server.url);
    await stranger.register('batch_listener');
    const heard: Row[][] = [[], []];
    const sockets = [scene.person, stranger].map(({ sessionToken }, at) => {
      const socket = new WebSocket(`${scene.server.url.replace('http', 'ws')}/ws?lang=en`);
      socket.on('open', () => socket.send(JSON.stringify({ op: 'auth', token: sessionToken })));
      socket.on('message', (text) => heard[at]?.push(JSON.parse(String(text))));
      return socket;
    });
    await vi.waitFor(() => expect(heard.map((frames) => frames[0]?.op)).toEqual(['auth', 'auth']), 30_000);
    const asked = await batch('action=pause&ids=1999998001,1999998002');
    await vi.waitFor(() => {
      const last = heard[0]?.findLast(({ ch }) => ch === 'batch');
      expect(last?.data).toMatchObject({ task_id: asked.data.task_id, status: 'done', failed: 2 });
      expect(last?.data.items[0].msg).toBe('Strategy not found');
    }, 30_000);
    expect(heard[1]?.filter(({ ch }) => ch === 'batch')).toEqual([]);
    for (const socket of sockets) socket.terminate();
  });

  test('fifty go through, and a repeat of the request is the same task', { timeout: 60_000 }, async () => {
    const ids = Array.from({ length: 50 }, (_, at) => 1_999_999_000 + at).join(',');
    const query = `action=pause&ids=${ids}&request_id=${randomUUID()}`;
    const [first, again] = [await batch(query), await batch(query)];
    expect(again.data.task_id).toBe(first.data.task_id);
    expect(await until(first.data.task_id)).toMatchObject({ total: 50, failed: 50 });
  });

  test('whose process died in the middle ends with its unanswered ones failed', async () => {
    const { rows } = await scene.database.query(
      `with task as (
         insert into bot_batches (user_id, action, status, created_at, alive_at)
         select user_id, 'stop', 'running', now(), now() - interval '20 seconds' from bots where id = $1 returning id
       )
       insert into bot_batch_items (batch_id, place, bot_id, name, symbol, code)
       select id, place, place, 'x', 'BTC/USDT', case place when 1 then 1 end from task, generate_series(1, 3) place
       returning batch_id`,
      [bot],
    );
    const task = await get(`botBatchStatus?task_id=${rows[0].batch_id}`);
    expect(task).toMatchObject({ status: 'done', done: 3, success: 1, failed: 2 });
    expect(task.items.map(({ code }: Row) => code)).toEqual([1, 9006, 9006]);
    await scene.database.query("update bot_batches set created_at = now() - interval '61 minutes' where id = $1", [
      rows[0].batch_id,
    ]);
    expect((await scene.person.get(`/api/user/botBatchStatus?task_id=${rows[0].batch_id}`)).code).toBe(4101);
  });
});

describe('what is held', () => {
  test('is listed over all bots, and its sums are those of its rows', { timeout: 60_000 }, async () => {
    expect(await get('positions')).toEqual({ list: [], sum: { cost: '0', unrealized: '0' } });
    // The market goes on for whoever is left.
    brake.stop();
    const held = await create('held', wide);
    await vi.waitFor(async () => expect((await get('positions')).list).toHaveLength(1), 30_000);
    await scene.person.get(`/api/user/botOperation?id=${held}&action=pause`);
    const { list, sum } = await get('positions');
    expect(list[0]).toMatchObject({ bot_id: held, side: 'long', status: 'open', simulated_market: 1 });
    expect([sumOf(list, 'cost'), sumOf(list, 'unrealized')]).toEqual([e18(sum.cost), e18(sum.unrealized)]);
    expect((await get('positions?exchange=binance')).list).toEqual([]);
    const adds = await get(`positionAdds?id=${list[0].id}`);
    expect(adds.list[0]).toMatchObject({ position_id: list[0].id, step: 0, kind: 'open' });
    expect(e18(adds.list[0].qty)).toBeGreaterThan(0n);
    const stranger = new Person(scene.server.url);
    await stranger.register('adds_stranger');
    expect((await stranger.get(`/api/user/positionAdds?id=${list[0].id}`)).code).toBe(4001);
    expect((await stranger.get('/api/user/positions')).data.list).toEqual([]);
  });
});
