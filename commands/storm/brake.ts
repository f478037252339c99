// A paced listener of the exchange's market: while it acknowledges what it hears the market goes on, whoever else was
// killed; once it is pulled the market stands still, and nothing new happens to anybody.
const SETTLED_MS = 500;

export interface Brake {
  /** Prints heard so far. */
  heard(): number;
  /** Resolves when no print has come for a while. */
  pull(): Promise<void>;
  stop(): void;
}

export async function holdBrake(venueUrl: string, token: string): Promise<Brake> {
  const socket = new WebSocket(`${venueUrl.replace(/^http/, 'ws')}/v1/stream`);
  let pulled = false;
  let heardAtMs = performance.now();
  let prints = 0;
  const send = (message: object) => socket.send(JSON.stringify(message));
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('the exchange’s stream cannot be had')));
    socket.addEventListener('open', () => {
      send({ op: 'auth', token });
      send({ op: 'market', symbols: ['*'], paced: true });
      resolve();
    });
  });
  socket.addEventListener('message', ({ data }) => {
    const { ch, symbol, seq } = JSON.parse(String(data)) as { ch?: string; symbol?: string; seq?: number };
    if (ch !== 'print') return;
    heardAtMs = performance.now();
    prints += 1;
    if (!pulled) send({ op: 'ack', symbol, seq });
  });
  return {
    heard: () => prints,
    pull: async () => {
      pulled = true;
      while (performance.now() - heardAtMs < SETTLED_MS) await new Promise((resolve) => setTimeout(resolve, 50));
    },
    stop: () => socket.close(),
  };
}
