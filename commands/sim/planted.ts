// Sixteen mistakes that systems like this one have made, each as a change of one line of production code. The simulation has
// to find every one of them; a line that is not there any more fails the planting, so the list cannot go stale.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface PlantedBug {
  readonly name: string;
  /** What it breaks: the words of the invariant that finds it. */
  readonly breaks: RegExp;
  /** From the root of the repository. */
  readonly file: string;
  readonly line: string;
  readonly instead: string;
  /** The first seed that finds it by the house's wire, where looking for it begins in tests: 1 when absent, null = not looked for there. */
  readonly fromSeed?: number | null;
  /** The same by keys over Binance's wire, where it is looked for. */
  readonly byKeysFrom?: number;
}

const runner = 'apps/server/src/runner';
const exchanges = 'apps/server/src/adapters/exchanges';

export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'an order leaves before its intent is durable',
    breaks: /left before its intent was committed/,
    file: `${runner}/accounts/user-actor.ts`,
    line: 'await journal.commit(sealTurn(',
    instead: 'void journal.commit(sealTurn(',
  },
  {
    name: 'an intent left behind by a crash is lost',
    breaks: /is still intended/,
    file: `${runner}/accounts/reconcile.ts`,
    line: "else live.dispatcher.send([{ kind: 'recover', order: live.toVenueOrder(row) }]);",
    instead: '',
    fromSeed: 33,
  },
  {
    name: 'an id is used again for the next order of its slot',
    breaks: /has traded \d+ lots at the exchange and 0 here/,
    file: 'packages/core/src/engine/client-order-id.ts',
    line: 'digits(identity.cycle, CYCLE_CHARS) +',
    instead: 'digits(0, CYCLE_CHARS) +',
    fromSeed: null,
    byKeysFrom: 4,
  },
  {
    name: 'a trade that is told twice is booked twice',
    breaks: /drift_fill/,
    file: `${runner}/fills/seen-ids.ts`,
    line: 'return this.ids.has(id);',
    instead: "return id === '';",
  },
  {
    name: 'a placement without an answer is sent again at once',
    breaks: /was placed twice/,
    file: `${runner}/orders/order-sender.ts`,
    line: 'if (unresolved.length > 0) await resolvePlacements(unresolved);',
    instead: 'if (unresolved.length > 0) await placeAll(unresolved, false);',
    fromSeed: 10,
  },
  {
    name: 'a placement without an answer is taken for refused',
    breaks: /has traded \d+ lots at the exchange and 0 here/,
    file: `${exchanges}/local/venue.ts`,
    line: "if (reply.kind === 'nothing') return { outcome: 'unknown', detail: reply.detail };",
    instead:
      "if (reply.kind === 'nothing') return { outcome: 'refused', code: 3001, reason: 'unknown', detail: reply.detail };",
    fromSeed: 3,
  },
  {
    name: 'an order that is not yet seen is taken for absent',
    breaks: /drift_order/,
    file: `${runner}/orders/proof-of-absence.ts`,
    line: 'this.isProven = this.times >= TIMES && askedAtMs - this.sinceMs >= this.graceMs;',
    instead: 'this.isProven = true;',
    fromSeed: 8,
  },
  {
    name: 'a process that slept past its lease goes on acting',
    breaks: /whom \w+ holds/,
    file: `${runner}/accounts/leases.ts`,
    line: '(trustedUntilMs.get(userId) ?? 0) > clock.nowMs(),',
    instead: 'userId > 0,',
    fromSeed: null,
    byKeysFrom: 5,
  },
  {
    name: 'trades are believed to come by the stream alone',
    breaks: /drift_order/,
    file: `${runner}/fills/account-history.ts`,
    line: 'const page = await venue.fills(account, source.symbol, source.after, pageSize, source.sinceMs);',
    instead: 'const page: VenueFill[] = [];',
    fromSeed: null,
    byKeysFrom: 4,
  },
  {
    name: 'a refused cancel is taken for a cancelled order',
    breaks: /drift_lost/,
    file: `${runner}/orders/order-sender.ts`,
    line: 'else unresolved.push({ cid, isLate:',
    instead: "else post({ type: 'vanished', cid });\n      if (false) unresolved.push({ cid, isLate:",
    fromSeed: 2,
  },
  {
    name: 'the fee that was taken in coin is forgotten',
    breaks: /drift_holdings/,
    file: 'packages/core/src/engine/books.ts',
    line: "books.baseAtoms = assertSafe(books.baseAtoms + coinAtoms - baseFee, 'coin');",
    instead: "books.baseAtoms = assertSafe(books.baseAtoms + coinAtoms, 'coin');",
  },
  {
    name: 'the state of a bot is not saved with the trade that changed it',
    breaks: /holds .* books say/,
    file: `${runner}/turns/turn-writes.ts`,
    line: 'writes.bots.push(live.write());',
    instead: 'if (writes.fills.length === 0) writes.bots.push(live.write());',
  },
  {
    name: 'a protective stop is placed before the one before it is gone',
    breaks: /is cancelled at the exchange and open here/,
    file: 'packages/core/src/engine/desk.ts',
    line: "if (guard.status !== 'done') {",
    instead: "if (guard.status !== 'done' && guard.status !== 'cancelling') {",
    fromSeed: 2,
  },
  {
    name: 'a protective stop outlives its position',
    breaks: /outlives the position/,
    file: 'packages/core/src/engine/guard.ts',
    line: "if (baseAtoms === 0 || bot.state === null || bot.status === 'stopped' || isHalted(bot)) return null;",
    instead: 'if (baseAtoms === 0 || bot.state === null || isHalted(bot)) return null;',
    fromSeed: 39,
  },
  {
    name: 'a placement by key without an answer is taken for refused',
    breaks: /has traded \d+ lots at the exchange and 0 here/,
    file: `${exchanges}/transport/order-outcomes.ts`,
    line: "return { outcome: 'unknown', detail: reply.detail };",
    instead: 'return refused(proofs.failed, reply.detail);',
    fromSeed: null,
    byKeysFrom: 5,
  },
  {
    name: 'what has waited for its turn leaves, whoever holds the user by then',
    breaks: /whom \w+ holds/,
    file: `${exchanges}/transport/signed-requests.ts`,
    line: 'if (request.mayAct?.() === false) {',
    instead: 'if (request.weight < 0) {',
    fromSeed: null,
    byKeysFrom: 5,
  },
];

const ROOT = join(import.meta.dirname, '../..');

/** From here on the module is loaded with its line changed; it must not have been loaded before. */
export function plant({ file, line, instead, name }: PlantedBug): void {
  const source = readFileSync(join(ROOT, file), 'utf8');
  if (source.split(line).length !== 2) throw new Error(`"${name}": ${file} has not exactly one "${line}"`);
  const url = pathToFileURL(join(ROOT, file)).href;
  let isLoaded = false;
  registerHooks({
    load: (asked, context, next) => {
      const loaded = next(asked, context);
      if (asked !== url || isLoaded) return loaded;
      isLoaded = true;
      const text =
        typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString();
      if (!text.includes(line)) throw new Error(`"${name}": ${fileURLToPath(asked)} was changed before it could be`);
      return { ...loaded, source: text.replace(line, instead) };
    },
  });
}
