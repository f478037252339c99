// What a running process of the product keeps in memory: asked through Node's inspector after a forced collection, so that
// garbage does not count and nothing of the product has to know that it is watched.

/** In the environment of the process that is to be watched. */
export const WATCHED: Readonly<Record<string, string>> = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

export interface Memory {
  /** What is reachable: objects of the heap and the buffers they hold. */
  readonly keptMb: number;
  readonly rssMb: number;
}

export interface HeapProbe {
  sample(): Promise<Memory>;
  close(): void;
}

const MB = 1_048_576;
/** What a finalizer lets go in one collection is garbage in the next. */
const COLLECTIONS = 2;
const LINE = /Debugger listening on (ws:\/\/\S+)/;

interface Answer {
  readonly id: number;
  readonly result?: { readonly result?: { readonly value?: string } };
}

/** `said`: what the process has written so far. */
export async function openHeapProbe(said: string): Promise<HeapProbe> {
  const address = LINE.exec(said)?.[1];
  if (address === undefined) throw new Error('the process was started without an inspector');
  const socket = new WebSocket(address);
  const waiting = new Map<number, (answer: Answer) => void>();
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error('the inspector of the process cannot be reached')));
  });
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let asked = 0;
  const ask = (method: string, params: object = {}) =>
    new Promise<Answer>((resolve) => {
      asked += 1;
      waiting.set(asked, resolve);
      socket.send(JSON.stringify({ id: asked, method, params }));
    });
  return {
    sample: async () => {
      for (let nth = 0; nth < COLLECTIONS; nth++) await ask('HeapProfiler.collectGarbage');
      const { result } = await ask('Runtime.evaluate', { expression: 'JSON.stringify(process.memoryUsage())' });
      const used = JSON.parse(result?.result?.value ?? '{}') as NodeJS.MemoryUsage;
      return { keptMb: (used.heapUsed + used.external) / MB, rssMb: used.rss / MB };
    },
    close: () => socket.close(),
  };
}
