// The process's log. What it may hold is said here, not at the places that write: of an error its kind, words, codes and
// stack; of a request nothing but what a line names; and no field whose name is a secret's, however deep it lies.
import { type DestinationStream, type Logger, pino } from 'pino';

export const CENSORED = '***';

const MOST_DEPTH = 6;
const MOST_CAUSES = 4;
const LONGEST_TEXT = 8_000;

/** Names of fields that hold secrets, and of those that hold whatever a client sent. */
const secretName =
  /pass(word|phrase)?$|^confirm$|payment|pin$|^(old_|email_)?code$|signature|token|secret|authorization|cookie|nonce|api_?key|private|pepper|mnemonic|^(message|body|headers|parameters|values|detail|raw)$/i;

/** Shapes of our secrets inside a sentence: tokens and bearers, signatures and keys, stored hashes, passwords of URLs. */
const secretShapes: readonly [RegExp, string][] = [
  [/(bearer\s+)\S+/gi, `$1${CENSORED}`],
  [/\$argon2\w*\$[^\s"']+/g, CENSORED],
  [/\b0x[0-9a-f]{64,}/gi, CENSORED],
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, CENSORED],
  [/(\/\/)[^\s/@:]*:[^\s/@]+@/g, `$1${CENSORED}@`],
  [/((?:https?|wss?):\/\/[^\s/?#"']+)[^\s"']*/g, '$1'], // a node's or server's key stands in its path or query
];

export function scrubbed(text: string): string {
  const short = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
  return secretShapes.reduce((rest, [shape, instead]) => rest.replace(shape, instead), short);
}

/** PostgreSQL quotes the offending value in its messages of class 22 (data); elsewhere it quotes names of ours. */
function messageOf(error: Error & { code?: unknown }): string {
  const ofData = typeof error.code === 'string' && /^22[0-9A-Z]{3}$/.test(error.code);
  const message = ofData ? error.message.replace(/"[\s\S]*"/g, `"${CENSORED}"`) : error.message;
  // Libraries put what they sent behind their first line: a node's call, an SMTP command.
  return scrubbed(message.split('\n', 1)[0] ?? '');
}

/** The lines of the stack that say where, without the ones that repeat the message. */
function placesOf(error: Error): string {
  const lines = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return scrubbed(lines.join('\n'));
}

const namedFields = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'syscall', 'statusCode'];

/** What stands for a kind of error, as against the six digits of a mail that somebody named `code`. */
function isName(value: unknown): boolean {
  if (typeof value === 'number') return value < 1_000;
  return typeof value === 'string' && /^(?!\d{6,}$)\w{1,63}$/.test(value);
}

/** What of an error may be kept. PostgreSQL's `detail` and `where` hold whole rows, so there is a list of what stays. */
export function errorFields(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return censored(error);
  const given = error as unknown as Record<string, unknown>;
  const named = namedFields.filter((name) => isName(given[name]));
  const cause = depth < MOST_CAUSES && error.cause instanceof Error ? errorFields(error.cause, depth + 1) : undefined;
  return {
    type: error.name,
    message: messageOf(error),
    ...Object.fromEntries(named.map((name) => [name, given[name]])),
    stack: placesOf(error),
    ...(cause !== undefined && { cause }),
  };
}

/** A copy without the values of secret names. */
export function censored(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return scrubbed(value);
  if (value instanceof Error) return errorFields(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MOST_DEPTH) return CENSORED;
  if (ArrayBuffer.isView(value)) return CENSORED;
  if (Array.isArray(value)) return value.map((one) => censored(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, secretName.test(name) ? CENSORED : censored(one, depth + 1)]),
  );
}

const nothing = (): undefined => undefined;

export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      formatters: { log: (fields) => censored(fields) as Record<string, unknown> },
      // fastify and pino would describe whole requests and errors by themselves.
      serializers: { err: (error: unknown) => error, error: errorFields, req: nothing, res: nothing },
    },
    destination,
  );
}
