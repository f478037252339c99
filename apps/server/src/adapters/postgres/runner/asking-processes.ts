// How many processes ask exchanges from this installation's address, told by what dies with a process: each holds an advisory
// lock of one kind on a connection of its own, and the locks there are, are counted. No clock is compared, nothing is left over.
import type pg from 'pg';

/** First key of the locks; the second is drawn anew with each connection. */
const ASKING = 731_619;
const CHANNEL = 'asking_exchanges';
const MOST_KEY = 2_147_483_647;

const COUNT = `select count(*)::int as asking from pg_locks
  where locktype = 'advisory' and classid = ${ASKING} and granted
    and database = (select oid from pg_database where datname = current_database())`;

export interface AskingProcesses {
  /** How many there are, this one among them; rejects when it cannot be known. */
  count(): Promise<number>;
  /** Says something to all others that are there; rejects when it cannot be said. */
  tell(text: string): Promise<void>;
  leave(): Promise<void>;
}

/** `draw`: a whole number from `from` to below `to`. `heard`: what another process says. */
export function joinAskingProcesses(
  pool: pg.Pool,
  draw: (from: number, to: number) => number,
  heard: (text: string) => void = () => {},
): AskingProcesses {
  let held: pg.PoolClient | null = null;
  let joining: Promise<pg.PoolClient> | null = null;
  let hasLeft = false;

  async function join(): Promise<pg.PoolClient> {
    const client = await pool.connect();
    const lost = () => {
      if (held !== client) return;
      held = null;
      client.release(true);
    };
    client.on('error', lost);
    client.on('end', lost);
    let own = 0;
    client.on('notification', ({ payload, processId }) => {
      if (processId !== own && payload !== undefined) heard(payload);
    });
    try {
      const { rows: backend } = await client.query<{ own: number }>('select pg_backend_pid() as own');
      own = backend[0]?.own ?? 0;
      await client.query(`listen ${CHANNEL}`);
      for (let isHeld = false; !isHeld; ) {
        const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as got', [ASKING, draw(1, MOST_KEY)]);
        isHeld = rows[0]?.got === true;
      }
    } catch (error) {
      client.release(true);
      throw error;
    }
    return client;
  }

  /** Whoever asks while it joins waits for the same. */
  async function joined(): Promise<pg.PoolClient> {
    if (hasLeft) throw new Error('this process has left');
    if (held !== null) return held;
    joining ??= join().finally(() => {
      joining = null;
    });
    held = await joining;
    return held;
  }

  return {
    count: async () => {
      const client = await joined();
      const { rows } = await client.query<{ asking: number }>(COUNT);
      return Math.max(1, rows[0]?.asking ?? 1);
    },
    tell: async (text) => {
      const client = await joined();
      await client.query('select pg_notify($1, $2)', [CHANNEL, text]);
    },
    leave: async () => {
      hasLeft = true;
      const client = held;
      held = null;
      // The lock goes with its connection.
      client?.release(true);
    },
  };
}
