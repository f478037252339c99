// One program of a stranger as a process of its own: its output is gathered, and it is ended when it takes too long. Its world is
// this machine: whatever it would ask outside goes to a proxy that is not there.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ProgramEnd {
  readonly output: string;
  /** null = it was ended from here. */
  readonly status: number | null;
}

const NOWHERE = 'http://127.0.0.1:9';
const SHUT = { HTTP_PROXY: NOWHERE, HTTPS_PROXY: NOWHERE, http_proxy: NOWHERE, https_proxy: NOWHERE };
const OWN = { NO_PROXY: '127.0.0.1,localhost', no_proxy: '127.0.0.1,localhost' };
const KIND_MS = 10_000;
/** What it is doing when it has done its part is let go on to its end. */
const GRACE_MS = 3_000;

/** `isDone` is asked after each line of its output: then it is told to end. */
export async function runProgram(
  command: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
  withinMs: number,
  isDone: (output: string) => boolean = () => false,
): Promise<ProgramEnd> {
  const [file, ...args] = command;
  const child = spawn(file, args, {
    env: { ...process.env, ...SHUT, ...OWN, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const end = () => {
    child.kill('SIGINT');
    setTimeout(() => child.kill('SIGKILL'), KIND_MS).unref();
  };
  const late = setTimeout(end, withinMs);
  let isEnding = false;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (isEnding || !isDone(output)) return;
      isEnding = true;
      setTimeout(end, GRACE_MS);
    });
  const [status] = (await once(child, 'close')) as [number | null];
  clearTimeout(late);
  return { output, status };
}
