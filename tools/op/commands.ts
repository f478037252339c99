// The commands of operators as one table: what each is called, who may give it, and what it does. Invariant: a command that
// writes asks for an operator's name, token and reason before it looks at anything else.
import { takenFor } from '@cormorant/core/custody/similar-address.ts';
import type { AdjustPart } from '@cormorant/core/ledger/change-journals.ts';
import { unitE18 } from '@cormorant/core/ledger/chart.ts';
import { proofOf } from '@cormorant/core/ledger/proof.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import { newestDeeds, verifyAudit } from '../../apps/server/src/adapters/postgres/audit/audit-log.ts';
import { type Doing, setSetting } from '../../apps/server/src/adapters/postgres/audit/audited-settings.ts';
import { createChainOutbox } from '../../apps/server/src/adapters/postgres/custody/chain-outbox.ts';
import { createWithdrawalStore } from '../../apps/server/src/adapters/postgres/custody/withdrawal-store.ts';
import { createLedgerStore } from '../../apps/server/src/adapters/postgres/ledger/ledger-store.ts';
import { operatorOf } from '../../apps/server/src/adapters/postgres/operators/operator-people.ts';
import {
  askAdjustment,
  decideAdjustment,
  setRootRate,
  waitingAdjustments,
} from '../../apps/server/src/adapters/postgres/operators/operator-store.ts';
import { replaceStuck, reviewWithdrawal } from '../../apps/server/src/features/assets/review-withdrawal.ts';
import { payOwed } from '../../apps/server/src/wiring/pay-owed.ts';
import { coldCommands } from './cold-commands.ts';
import { type Command, money, need, type OpDeps, refusedDecisions, Usage } from './command.ts';
import { showCustody } from './custody-command.ts';
import { peopleCommands } from './people-commands.ts';
import { requestCommands } from './request-commands.ts';
import { askSettle } from './settle-command.ts';

const PERCENT_BP = 100;

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

const refusedAdjustments = { ...refusedDecisions, short: 'the account holds less than is to be taken' } as const;

function decideAdjust(approve: boolean): Command['run'] {
  return async ({ pool, say, settings }, [id], doing) => {
    const decided = await decideAdjustment(pool, Number(need(id, 'the number')), approve, payOwed(settings), doing);
    if (decided !== 'done' && decided !== 'rejected') throw new Usage(refusedAdjustments[decided]);
    say(`adjustment ${id} is ${decided}`);
  };
}

const decided = {
  approve: 'approved',
  reject: 'rejected and given back',
  cancel: 'cancelled at its owner’s wish and given back',
} as const;

function reviewed(decision: keyof typeof decided): Command['run'] {
  return async ({ clock, pool, say, settings }, [sn], { by, reason }) => {
    const review = reviewWithdrawal({ withdrawals: createWithdrawalStore(pool), settings, clock });
    const { state } = await review({ sn: need(sn, 'the number'), operator: by, decision, reason });
    if (state === 'done') say(`${sn}: ${decided[decision]}`);
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

async function listWithdrawals({ pool, say }: OpDeps): Promise<void> {
  const store = createWithdrawalStore(pool);
  const waiting = await store.inState('reviewing');
  for (const { address, amountE18, risk, sn, userId } of waiting) {
    say(`${sn}  user ${userId}  ${format18(amountE18)} USDT  ${address}  ${risk.join(', ')}`);
    if (!risk.includes('similar_address')) continue;
    say(`  it looks like an address that its owner knows; compare them in full, digits that differ are marked`);
    say(`  asked   ${address}`);
    for (const known of takenFor(address, await store.familiarOf(userId))) {
      say(`  ${known.source.padEnd(7)} ${known.address}${known.label === '' ? '' : `  ${known.label}`}`);
      say(`          ${[...known.address].map((digit, at) => (digit === address[at] ? ' ' : '^')).join('')}`);
    }
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

async function listAdjusts({ pool, say }: OpDeps): Promise<void> {
  for (const { amountE18, askedBy, id, part, reason, userId } of await waitingAdjustments(pool)) {
    say(`${id}  user ${userId}  ${part} ${format18(amountE18)}  asked by ${askedBy}: ${reason}`);
  }
}

export const commands: readonly Command[] = [
  ...peopleCommands,
  { words: 'rate', takes: 'UID --amount PERCENT', roles: ['finance_lead'], run: setRate },
  {
    words: 'adjust ask',
    takes: 'UID --account PART --amount AMOUNT',
    roles: money,
    second: 'two persons',
    run: askAdjust,
  },
  { words: 'adjust list', run: listAdjusts },
  { words: 'adjust approve', takes: 'NUMBER', roles: money, run: decideAdjust(true) },
  { words: 'adjust reject', takes: 'NUMBER', roles: money, run: decideAdjust(false) },
  { words: 'withdraw list', run: listWithdrawals },
  {
    words: 'withdraw approve',
    takes: 'NUMBER',
    roles: money,
    second: 'two persons above the setting two_person',
    run: reviewed('approve'),
  },
  { words: 'withdraw reject', takes: 'NUMBER', roles: money, run: reviewed('reject') },
  { words: 'withdraw cancel', takes: 'NUMBER', roles: money, run: reviewed('cancel') },
  { words: 'withdraw replace', takes: 'NUMBER', roles: money, run: replace },
  ...requestCommands,
  { words: 'maintenance on', takes: '[--message TEXT]', roles: ['risk'], run: switchMaintenance(true) },
  { words: 'maintenance off', roles: ['risk'], run: switchMaintenance(false) },
  { words: 'ledger prove', run: prove },
  { words: 'custody show', run: showCustody },
  {
    words: 'custody settle',
    takes: 'send:NUMBER | move:NUMBER | used:NUMBER | gas:AMOUNT',
    roles: money,
    second: 'two persons',
    run: askSettle,
  },
  ...coldCommands,
  { words: 'audit verify', run: verify },
  { words: 'audit list', run: listDeeds },
];

const INIT = 'npm run op -- init --name NAME --second NAME';

export const usageText = [
  'npm run op -- COMMAND   (a write: OP_TOKEN=… with --by NAME --reason TEXT)',
  `begin with  ${INIT}`,
  ...commands.map(
    ({ roles: may, second, takes, words }) =>
      `  ${words} ${takes ?? ''}${may ? `  [${[...new Set(['admin', ...may])].join(', ')}]` : ''}${second ? `  ${second}` : ''}`,
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
  const operators = await pool.query('select from operators limit 1');
  if (operators.rows.length === 0) throw new Usage(`there is no operator yet; first comes  ${INIT}`);
  const by = need(options['by'], '--by');
  const reason = need(options['reason'], '--reason');
  const operator = await operatorOf(pool, by, options['token'] ?? '');
  if (operator === null) throw new Usage(`OP_TOKEN is not the token of an operator ${by}`);
  const may = operator.roles.includes('admin') || command.roles.some((role) => operator.roles.includes(role));
  if (!may) throw new Usage(`${by} has no role for it: ${['admin', ...command.roles].join(', ')}`);
  return command.run(deps, args, { by, reason, nowMs });
}
