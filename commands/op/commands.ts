// The commands of operators as one table: what each is called, who may give it, and what it does. Invariant: a command that
// writes asks for an operator's name, token and reason before it looks at anything else.
import { takenFor } from '@cormorant/core/custody/similar-address.ts';
import { proofOf } from '@cormorant/core/ledger/proof.ts';
import { format18 } from '@cormorant/core/money/amount-e18.ts';
import { createWithdrawalStore } from '../../apps/server/src/adapters/postgres/custody/withdrawal-store.ts';
import { createLedgerStore } from '../../apps/server/src/adapters/postgres/ledger/ledger-store.ts';
import { adjustParts } from '../../apps/server/src/features/operators/adjust-account.ts';
import type { Authorisation } from '../../apps/server/src/features/operators/authorise-operator.ts';
import { permissions } from '../../apps/server/src/features/operators/permissions.ts';
import { rateBpOf } from '../../apps/server/src/features/operators/set-root-rate.ts';
import type { Doing } from '../../apps/server/src/ports/operator-store.ts';
import { bindOperators } from '../../apps/server/src/wiring/operators.ts';
import { coldCommands } from './cold-commands.ts';
import { type Command, type CommandDeps, need, type OpDeps, refusedDecisions, Usage } from './command.ts';
import { contentCommands } from './content-commands.ts';
import { showCustody } from './custody-command.ts';
import { peopleCommands } from './people-commands.ts';
import { requestCommands } from './request-commands.ts';
import { settleCommand } from './settle-command.ts';

const PERCENT_BP = 100;
const MOST_DEEDS = 50;

const setRate: Command['run'] = async ({ operators, options, say, settings }, [sn], doing) => {
  const percent = Number(need(options['amount'], '--amount (percent)'));
  const cap = settings.get('rate_cap');
  const rateBp = rateBpOf(percent, cap);
  if (rateBp === null) throw new Usage(`a rate is 0 to ${cap} percent with at most two decimals`);
  const done = await operators.setRootRate(need(sn, 'the UID'), rateBp, doing);
  if (done === 'missing') throw new Usage(`no user has the UID ${sn}`);
  if (done !== 'done') {
    const [least, most] = [done.minBp / PERCENT_BP, done.maxBp / PERCENT_BP];
    throw new Usage(`${sn} has a referrer, who could give ${least} to ${most} percent`);
  }
  say(`${sn} has ${percent} %`);
};

const refusedAdjusts = {
  no_part: `--account is one of ${adjustParts.join(', ')}`,
  no_amount: '--amount is a plain decimal of at most 8 decimals',
  too_fine: '--amount is nothing, or finer than the account',
} as const;

const askAdjust: Command['run'] = async ({ operators, options, say }, [uid], doing) => {
  const part = need(options['account'], '--account');
  const amount = need(options['amount'], '--amount');
  const asked = await operators.askAdjustment({ sn: need(uid, 'the UID'), part, amount }, doing);
  if (asked.state === 'no_user') throw new Usage(`no user has the UID ${uid}`);
  if (asked.state !== 'asked') throw new Usage(refusedAdjusts[asked.state]);
  say(`adjustment ${asked.id} waits for another operator: op adjust approve ${asked.id}`);
};

const refusedAdjustments = { ...refusedDecisions, short: 'the account holds less than is to be taken' } as const;

function decideAdjust(approve: boolean): Command['run'] {
  return async ({ operators, say }, [id], doing) => {
    const decided = await operators.decideAdjustment(Number(need(id, 'the number')), approve, doing);
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
  return async ({ operators, say }, [sn], { by, reason }) => {
    const review = { sn: need(sn, 'the number'), operator: by, decision, reason };
    const { state } = await operators.reviewWithdrawal(review);
    if (state === 'done') say(`${sn}: ${decided[decision]}`);
    else if (state === 'waits') say(`${sn}: approved by ${by}; another operator has to approve it, too`);
    else throw new Usage(`${sn}: ${state.replaceAll('_', ' ')}`);
  };
}

const replace: Command['run'] = async ({ operators, say }, [sn], { by, reason }) => {
  const asked = await operators.replaceStuck({ sn: need(sn, 'the number'), operator: by, reason });
  if (!asked) throw new Usage(`${sn}: nothing of it is on its way to the chain, or it is being replaced already`);
  say(`${sn}: to be replaced by nothing; given back when that is final, paid if the payment is faster`);
};

async function listWithdrawals({ pool, say }: CommandDeps): Promise<void> {
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

async function prove({ pool, say }: CommandDeps): Promise<void> {
  const { assetsE18, faults, liabilitiesE18 } = proofOf(await createLedgerStore(pool).sums());
  say(`users could take out ${format18(liabilitiesE18)}, coin ${format18(assetsE18)}`);
  for (const fault of faults) say(`FAULT: ${fault}`);
  if (faults.length > 0) throw new Error('the ledger does not hold');
  say('the ledger holds: sides equal, balances are their entries, every journal balances');
}

async function verify({ operators, say }: CommandDeps): Promise<void> {
  const { brokenAt, head, rows } = await operators.store.verifyLog();
  if (brokenAt !== null) throw new Error(`the log of operators is broken at row ${brokenAt}`);
  say(`${rows} rows follow from each other; newest hash ${head === '' ? '-' : head}`);
}

async function listDeeds({ operators, say }: CommandDeps): Promise<void> {
  for (const { action, atMs, id, operator, reason, subject } of await operators.store.newestDeeds(MOST_DEEDS)) {
    say(`${id}  ${new Date(atMs).toISOString()}  ${operator}  ${action} ${subject}  (${reason})`);
  }
}

function switchMaintenance(on: boolean): Command['run'] {
  return async ({ operators, options, say }, _args, doing) => {
    await operators.switchMaintenance(on, options['message'] ?? null, doing);
    say(`maintenance is ${on ? 'on' : 'off'}`);
  };
}

async function listAdjusts({ operators, say }: CommandDeps): Promise<void> {
  for (const { amountE18, askedBy, id, part, reason, userId } of await operators.store.waitingAdjustments()) {
    say(`${id}  user ${userId}  ${part} ${format18(amountE18)}  asked by ${askedBy}: ${reason}`);
  }
}

export const commands: readonly Command[] = [
  ...peopleCommands,
  { words: 'rate', takes: 'UID --amount PERCENT', roles: permissions.setRootRate, run: setRate },
  {
    words: 'adjust ask',
    takes: 'UID --account PART --amount AMOUNT',
    roles: permissions.adjust,
    second: 'two persons',
    run: askAdjust,
  },
  { words: 'adjust list', run: listAdjusts },
  { words: 'adjust approve', takes: 'NUMBER', roles: permissions.adjust, run: decideAdjust(true) },
  { words: 'adjust reject', takes: 'NUMBER', roles: permissions.adjust, run: decideAdjust(false) },
  { words: 'withdraw list', run: listWithdrawals },
  {
    words: 'withdraw approve',
    takes: 'NUMBER',
    roles: permissions.reviewWithdrawal,
    second: 'two persons above the setting two_person',
    run: reviewed('approve'),
  },
  { words: 'withdraw reject', takes: 'NUMBER', roles: permissions.reviewWithdrawal, run: reviewed('reject') },
  { words: 'withdraw cancel', takes: 'NUMBER', roles: permissions.reviewWithdrawal, run: reviewed('cancel') },
  { words: 'withdraw replace', takes: 'NUMBER', roles: permissions.reviewWithdrawal, run: replace },
  ...requestCommands,
  {
    words: 'maintenance on',
    takes: '[--message TEXT]',
    roles: permissions.switchMaintenance,
    run: switchMaintenance(true),
  },
  { words: 'maintenance off', roles: permissions.switchMaintenance, run: switchMaintenance(false) },
  ...contentCommands,
  { words: 'ledger prove', run: prove },
  { words: 'custody show', run: showCustody },
  settleCommand,
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

function refusalOf(refused: Exclude<Authorisation, 'authorised'>, by: string, roles: readonly string[]): string {
  if (refused === 'no_operators') return `there is no operator yet; first comes  ${INIT}`;
  if (refused === 'no_name') return '--by is missing';
  if (refused === 'no_reason') return '--reason is missing';
  if (refused === 'unknown') return `OP_TOKEN is not the token of an operator ${by}`;
  return `${by} has no role for it: ${[...new Set(['admin', ...roles])].join(', ')}`;
}

export async function runCommand({ command, args }: Given, given: OpDeps): Promise<void> {
  const { clock, options } = given;
  const operators = bindOperators(given);
  const deps = { ...given, operators };
  const { roles } = command;
  const by = options['by']?.trim() ?? '';
  const reason = options['reason']?.trim() ?? '';
  const doing: Doing = { by, reason, nowMs: clock.nowMs() };
  if (roles === undefined) return command.run(deps, args, doing);
  const claim = { by, reason, roles, token: options['token'] ?? '' };
  const authorisation = await operators.authorise(claim);
  if (authorisation !== 'authorised') throw new Usage(refusalOf(authorisation, by, roles));
  return command.run(deps, args, doing);
}
