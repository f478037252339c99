// The commands of operators as one table: what each is called, who may give it, and what it does. Invariant: a command that
// writes asks for an operator's name, token and reason before it looks at anything else.
import { randomBytes } from 'node:crypto';
import type { AdjustPart } from '@cormorant/core/ledger/change-journals.ts';
import { unitE18 } from '@cormorant/core/ledger/chart.ts';
import { proofOf } from '@cormorant/core/ledger/proof.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { Pool } from 'pg';
import { createChainOutbox } from '../../apps/server/src/adapters/postgres/chain-outbox.ts';
import { createLedgerStore } from '../../apps/server/src/adapters/postgres/ledger-store.ts';
import { newestDeeds, verifyAudit } from '../../apps/server/src/adapters/postgres/operator-log.ts';
import {
  addOperator,
  askAdjustment,
  countOperators,
  type Doing,
  decideAdjustment,
  disableOperator,
  operatorOf,
  setRootRate,
  setSetting,
  waitingAdjustments,
} from '../../apps/server/src/adapters/postgres/operator-store.ts';
import { createWithdrawalStore, letWithdraw } from '../../apps/server/src/adapters/postgres/withdrawal-store.ts';
import { createHasher, productionCost } from '../../apps/server/src/adapters/system/argon2-hasher.ts';
import { replaceStuck, reviewWithdrawal } from '../../apps/server/src/features/assets/review-withdrawal.ts';
import type { Clock } from '../../apps/server/src/ports/clock.ts';
import { type Role, roles } from '../../apps/server/src/ports/operator-store.ts';
import type { Settings } from '../../apps/server/src/ports/settings.ts';
import { payOwed } from '../../apps/server/src/wiring/pay-owed.ts';

/** Said to the person at the terminal, with the list of commands. */
export class Usage extends Error {}

export interface OpDeps {
  readonly pool: Pool;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly say: (line: string) => void;
}

interface Command {
  readonly words: string;
  readonly takes?: string;
  /** Who may; nobody named = reading, for whoever reaches the database. */
  readonly roles?: readonly Role[];
  readonly run: (deps: OpDeps, args: readonly string[], doing: Doing) => Promise<void>;
}

const PERCENT_BP = 100;

function need(value: string | undefined, what: string): string {
  if (value === undefined || value.trim() === '') throw new Usage(`${what} is missing`);
  return value.trim();
}

async function showUser({ pool, say }: OpDeps, [sn]: readonly string[]): Promise<void> {
  const found = await pool.query<{ id: number; line: string }>(
    `select id, concat_ws('  ', sn, nickname, coalesce(account, address), status, 'rate ' || rate_bp / 100.0 || ' %',
       'referrer ' || coalesce((select r.sn from users r where r.id = u.referrer_id), '-')) as line from users u where sn = $1`,
    [need(sn, 'the UID')],
  );
  const [user] = found.rows;
  if (user === undefined) throw new Usage(`no user has the UID ${sn}`);
  say(user.line);
  const { holdings } = await createLedgerStore(pool).holdingsOf(user.id);
  for (const [part, held] of Object.entries(holdings)) say(`  ${part.padEnd(11)} ${format18(held)}`);
}

async function setRate({ options, pool, say, settings }: OpDeps, [sn]: readonly string[], doing: Doing): Promise<void> {
  const percent = Number(need(options['amount'], '--amount (percent)'));
  const cap = settings.get('rate_cap');
  if (!(percent >= 0 && percent <= cap) || !Number.isInteger(Math.round(percent * PERCENT_BP * 1e6) / 1e6)) {
    throw new Usage(`a rate is 0 to ${cap} percent with at most two decimals`);
  }
  const done = await setRootRate(pool, need(sn, 'the UID'), Math.round(percent * PERCENT_BP), doing);
  if (done === 'missing') throw new Usage(`no user has the UID ${sn}`);
  if (done !== 'done') {
    const [least, most] = [done.minBp / PERCENT_BP, done.maxBp / PERCENT_BP];
    throw new Usage(`${sn} has a referrer, who could give ${least} to ${most} percent`);
  }
  say(`${sn} has ${percent} %`);
}

const adjustParts: readonly string[] = ['available', 'fuel_paid', 'fuel_bonus', 'points'];

async function askAdjust({ options, pool, say }: OpDeps, [sn]: readonly string[], doing: Doing): Promise<void> {
  const part = need(options['account'], '--account');
  const amount = need(options['amount'], '--amount');
  if (!adjustParts.includes(part)) throw new Usage(`--account is one of ${adjustParts.join(', ')}`);
  if (!/^-?\d{1,15}(\.\d{1,8})?$/.test(amount)) throw new Usage('--amount is a plain decimal of at most 8 decimals');
  const amountE18 = parse18(amount);
  const unit = unitE18[part === 'points' ? 'POINTS' : 'USDT'];
  if (amountE18 === 0n || amountE18 % unit !== 0n) throw new Usage('--amount is nothing, or finer than the account');
  const id = await askAdjustment(pool, { sn: need(sn, 'the UID'), part: part as AdjustPart, amountE18 }, doing);
  if (id === null) throw new Usage(`no user has the UID ${sn}`);
  say(`adjustment ${id} waits for another operator: op adjust approve ${id}`);
}

const refusedAdjustments = {
  missing: 'there is no such adjustment',
  decided: 'it was decided before',
  same_operator: 'somebody else than who asked has to decide',
  not_independent: 'who approves has to be an operator for a day, and neither of the two may have added the other',
  short: 'the account holds less than is to be taken',
} as const;

function decideAdjust(approve: boolean): Command['run'] {
  return async ({ pool, say, settings }, [id], doing) => {
    const decided = await decideAdjustment(pool, Number(need(id, 'the number')), approve, payOwed(settings), doing);
    if (decided !== 'done' && decided !== 'rejected') throw new Usage(refusedAdjustments[decided]);
    say(`adjustment ${id} is ${decided}`);
  };
}

function reviewed(decision: 'approve' | 'reject'): Command['run'] {
  return async ({ clock, pool, say, settings }, [sn], { by, reason }) => {
    const review = reviewWithdrawal({ withdrawals: createWithdrawalStore(pool), settings, clock });
    const { state } = await review({ sn: need(sn, 'the number'), operator: by, decision, reason });
    if (state === 'done') say(`${sn}: ${decision === 'approve' ? 'approved' : 'rejected and given back'}`);
    else if (state === 'waits') say(`${sn}: approved by ${by}; another operator has to approve it, too`);
    else throw new Usage(`${sn}: ${state.replaceAll('_', ' ')}`);
  };
}

async function replace({ clock, pool, say }: OpDeps, [sn]: readonly string[], { by, reason }: Doing): Promise<void> {
  const stores = { withdrawals: createWithdrawalStore(pool), outbox: createChainOutbox(pool) };
  const asked = await replaceStuck({ ...stores, clock })({ sn: need(sn, 'the number'), operator: by, reason });
  if (!asked) throw new Usage(`${sn}: nothing of it is on its way to the chain, or it is being replaced already`);
  say(`${sn}: to be replaced by nothing; given back when that is final, paid if the payment is faster`);
}

async function unstop({ pool, say }: OpDeps, [sn]: readonly string[], doing: Doing): Promise<void> {
  if (!(await letWithdraw(pool, need(sn, 'the UID'), doing))) throw new Usage(`no user ${sn} is stopped`);
  say(`${sn} may withdraw again`);
}

async function listWithdrawals({ pool, say }: OpDeps): Promise<void> {
  const waiting = await createWithdrawalStore(pool).inState('reviewing');
  for (const { address, amountE18, risk, sn, userId } of waiting) {
    say(`${sn}  user ${userId}  ${format18(amountE18)} USDT  ${address}  ${risk.join(', ')}`);
  }
  say(`${waiting.length} wait`);
}

async function prove({ pool, say }: OpDeps): Promise<void> {
  const { assetsE18, faults, liabilitiesE18 } = proofOf(await createLedgerStore(pool).sums());
  say(`users could take out ${format18(liabilitiesE18)}, coin ${format18(assetsE18)}`);
  for (const fault of faults) say(`FAULT: ${fault}`);
  if (faults.length > 0) throw new Error('the ledger does not hold');
  say('the ledger holds: sides equal, balances are their entries, every journal balances');
}

async function verify({ pool, say }: OpDeps): Promise<void> {
  const { brokenAt, head, rows } = await verifyAudit(pool);
  if (brokenAt !== null) throw new Error(`the log of operators is broken at row ${brokenAt}`);
  say(`${rows} rows follow from each other; newest hash ${head === '' ? '-' : head}`);
}

async function listDeeds({ pool, say }: OpDeps): Promise<void> {
  for (const { action, atMs, id, operator, reason, subject } of await newestDeeds(pool, 50)) {
    say(`${id}  ${new Date(atMs).toISOString()}  ${operator}  ${action} ${subject}  (${reason})`);
  }
}

function switchMaintenance(on: boolean): Command['run'] {
  return async ({ options, pool, say }, _args, doing) => {
    const { message } = options;
    if (on && message !== undefined) {
      for (const lang of ['zh', 'en']) await setSetting(pool, `maintenance_message_${lang}`, message, doing);
    }
    await setSetting(pool, 'maintenance', on ? '1' : '0', doing);
    say(`maintenance is ${on ? 'on' : 'off'}`);
  };
}

function rolesOf(text: string): Role[] {
  const wanted = text.split(',').map((role) => role.trim());
  const known: readonly string[] = roles;
  if (!wanted.every((role) => known.includes(role))) throw new Usage(`--roles are of ${roles.join(', ')}`);
  return wanted as Role[];
}

function operatorName(text: string | undefined): string {
  const name = need(text, '--name');
  if (!/^[a-z][a-z0-9_]{1,31}$/.test(name))
    throw new Usage('a name is 2 to 32 of a-z, 0-9 and _, beginning with a letter');
  return name;
}

async function add({ options, pool, say }: OpDeps, _args: readonly string[], doing: Doing): Promise<void> {
  const name = operatorName(options['name']);
  const token = await addOperator(pool, name, rolesOf(need(options['roles'], '--roles')), doing);
  say(`OP_TOKEN of ${name}, shown once: ${token}`);
}

async function init({ clock, options, pool, say }: OpDeps): Promise<void> {
  if ((await countOperators(pool)) > 0) throw new Usage('there are operators already: op operator add');
  const name = operatorName(options['name']);
  // The user at the root has a password that nobody knows.
  const hasher = await createHasher(productionCost);
  await pool.query(
    `insert into users (sn, nickname, account, password_hash, avatar) values ('88888888', 'Cormorant', 'platform_root', $1, 'a19')
     on conflict do nothing`,
    [await hasher.hash(randomBytes(32).toString('base64url'))],
  );
  const token = await addOperator(pool, name, ['admin'], { by: name, reason: 'first operator', nowMs: clock.nowMs() });
  say(`OP_TOKEN of ${name}, shown once: ${token}`);
}

async function disable({ options, pool, say }: OpDeps, _args: readonly string[], doing: Doing): Promise<void> {
  const name = operatorName(options['name']);
  if (!(await disableOperator(pool, name, doing))) throw new Usage(`no operator ${name} is there`);
  say(`${name} is an operator no more`);
}

async function listAdjusts({ pool, say }: OpDeps): Promise<void> {
  for (const { amountE18, askedBy, id, part, reason, userId } of await waitingAdjustments(pool)) {
    say(`${id}  user ${userId}  ${part} ${format18(amountE18)}  asked by ${askedBy}: ${reason}`);
  }
}

const money: readonly Role[] = ['finance', 'finance_lead'];

export const commands: readonly Command[] = [
  { words: 'init', takes: '--name NAME', run: init },
  { words: 'operator add', takes: '--name NAME --roles ROLE,ROLE', roles: ['admin'], run: add },
  { words: 'operator disable', takes: '--name NAME', roles: ['admin'], run: disable },
  { words: 'user show', takes: 'UID', run: showUser },
  { words: 'rate', takes: 'UID --amount PERCENT', roles: ['finance_lead'], run: setRate },
  { words: 'adjust ask', takes: 'UID --account PART --amount AMOUNT', roles: money, run: askAdjust },
  { words: 'adjust list', run: listAdjusts },
  { words: 'adjust approve', takes: 'NUMBER', roles: money, run: decideAdjust(true) },
  { words: 'adjust reject', takes: 'NUMBER', roles: money, run: decideAdjust(false) },
  { words: 'withdraw list', run: listWithdrawals },
  { words: 'withdraw approve', takes: 'NUMBER', roles: money, run: reviewed('approve') },
  { words: 'withdraw reject', takes: 'NUMBER', roles: money, run: reviewed('reject') },
  { words: 'withdraw replace', takes: 'NUMBER', roles: money, run: replace },
  { words: 'user unstop', takes: 'UID', roles: ['risk', 'finance_lead'], run: unstop },
  { words: 'maintenance on', takes: '[--message TEXT]', roles: ['risk'], run: switchMaintenance(true) },
  { words: 'maintenance off', roles: ['risk'], run: switchMaintenance(false) },
  { words: 'ledger prove', run: prove },
  { words: 'audit verify', run: verify },
  { words: 'audit list', run: listDeeds },
];

export const usageText = [
  'npm run op -- COMMAND   (a write: OP_TOKEN=… with --by NAME --reason TEXT)',
  ...commands.map(
    ({ roles: may, takes, words }) => `  ${words} ${takes ?? ''}${may ? `  [${['admin', ...may].join(', ')}]` : ''}`,
  ),
].join('\n');

interface Given {
  readonly command: Command;
  readonly args: readonly string[];
}

export function commandOf(positionals: readonly string[]): Given {
  const command = commands.find(({ words }) => words.split(' ').every((word, at) => positionals[at] === word));
  if (command === undefined) throw new Usage(`no command: ${positionals.join(' ') || '(none)'}`);
  return { command, args: positionals.slice(command.words.split(' ').length) };
}

export async function runCommand({ command, args }: Given, deps: OpDeps): Promise<void> {
  const { clock, options, pool } = deps;
  const nowMs = clock.nowMs();
  if (command.roles === undefined) return command.run(deps, args, { by: '', reason: '', nowMs });
  const by = need(options['by'], '--by');
  const reason = need(options['reason'], '--reason');
  const operator = await operatorOf(pool, by, options['token'] ?? '');
  if (operator === null) throw new Usage(`OP_TOKEN is not the token of an operator ${by}`);
  const may = operator.roles.includes('admin') || command.roles.some((role) => operator.roles.includes(role));
  if (!may) throw new Usage(`${by} has no role for it: ${['admin', ...command.roles].join(', ')}`);
  return command.run(deps, args, { by, reason, nowMs });
}
