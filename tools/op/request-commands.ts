// Commands that change settings and take charges back, and the second person's word for these, for moves to cold storage and
// for what is settled. What decides over money is asked for by one operator and carried out by the word of another person.

import { setSetting, writeSetting } from '../../apps/server/src/adapters/postgres/audit/audited-settings.ts';
import { reverseCharge } from '../../apps/server/src/adapters/postgres/ledger/reverse-charge.ts';
import { changeServiceRate } from '../../apps/server/src/adapters/postgres/ledger/service-rate.ts';
import {
  askRequest,
  type CarryOut,
  decideRequest,
  waitingRequests,
} from '../../apps/server/src/adapters/postgres/operators/operator-requests.ts';
import { parseSetting } from '../../apps/server/src/adapters/postgres/server/settings-store.ts';
import { rateNotice, reversalNotices } from '../../apps/server/src/features/team/fuel-notices.ts';
import { simulatedExchanges } from '../../apps/server/src/features/trading-exchanges.ts';
import type { OperatorRequest } from '../../apps/server/src/ports/operator-store.ts';
import { moneySettings, ownSettings, type SettingKey, settingTable } from '../../apps/server/src/ports/settings.ts';
import { payOwed } from '../../apps/server/src/wiring/pay-owed.ts';
import { approveCold } from './cold-commands.ts';
import { type Command, money, need, type OpDeps, refusedDecisions, Usage } from './command.ts';
import { settle } from './settle-command.ts';

function keyOf(text: string | undefined): SettingKey {
  const key = need(text, 'the name of the setting');
  if (!Object.hasOwn(settingTable, key) || ownSettings.has(key as SettingKey)) throw new Usage(`no setting ${key}`);
  return key as SettingKey;
}

function rangeOf(key: SettingKey): string {
  const rule = settingTable[key];
  return rule.kind === 'text' ? 'text' : `${rule.kind} ${rule.min} to ${rule.max}`;
}

/** What closes a way for money needs one person, who may be in a hurry. */
function needsTwo(key: SettingKey, value: string): boolean {
  return moneySettings.has(key) && !(key.endsWith('_open') && value === '0');
}

async function listSettings({ say, settings }: OpDeps): Promise<void> {
  for (const key of Object.keys(settingTable) as SettingKey[]) {
    const value = `${settings.get(key)}`;
    const note = value === `${settingTable[key].default}` ? '' : `, default ${settingTable[key].default}`;
    say(`${key} = ${value}  (${rangeOf(key)}${note}${moneySettings.has(key) ? ', two persons' : ''})`);
  }
}

const set: Command['run'] = async ({ options, pool, say }, [name], doing) => {
  const key = keyOf(name);
  const value = (options['value'] ?? '').trim();
  if (parseSetting(key, value) === null) throw new Usage(`--value of ${key} is ${rangeOf(key)}`);
  if (needsTwo(key, value)) {
    const id = await askRequest(pool, { kind: 'setting', subject: key, value }, doing);
    say(`request ${id} waits for another person: op request approve ${id}`);
    return;
  }
  await setSetting(pool, key, value, doing);
  say(`${key} = ${value}`);
};

const askReversal: Command['run'] = async ({ pool, say }, [number], doing) => {
  const chargeId = need(number, 'the number of the charge');
  if (!/^\d{1,15}$/.test(chargeId)) throw new Usage(`${chargeId} is no number of a charge`);
  const id = await askRequest(pool, { kind: 'reverse_charge', subject: chargeId }, doing);
  say(`request ${id} waits for another person: op request approve ${id}`);
};

function carryingOut({ settings }: OpDeps): CarryOut {
  return async (client, request, doing) => {
    const { kind, subject, value } = request;
    if (kind === 'reverse_charge') {
      const reversed = await reverseCharge(client, Number(subject), request.reason, reversalNotices, doing.nowMs);
      if (reversed.state === 'missing') throw new Usage(`there is no charge ${subject}, or it was taken back`);
      await payOwed(settings)(client, reversed.userId, doing.nowMs);
      return;
    }
    if (kind === 'cold_send') return approveCold(client, request, doing.nowMs);
    if (kind === 'settle') return settle(client, subject, doing.nowMs);
    if (subject !== 'fuel_rate') return writeSetting(client, keyOf(subject), value, doing);
    await changeServiceRate(client, { value, free: [...simulatedExchanges], notice: rateNotice }, doing);
  };
}

const wordsOf: Readonly<Record<OperatorRequest['kind'], (request: OperatorRequest) => string>> = {
  setting: ({ subject, value }) => `${subject} = ${value}`,
  reverse_charge: ({ subject }) => `take back charge ${subject}`,
  cold_send: ({ subject, value }) => `${value} USDT to cold storage at ${subject}`,
  settle: ({ subject }) => `settle ${subject}`,
};

function lineOf(request: OperatorRequest): string {
  const { askedBy, id, kind, reason } = request;
  return `${id}  ${wordsOf[kind](request)}  asked by ${askedBy}: ${reason}`;
}

async function listRequests({ pool, say }: OpDeps): Promise<void> {
  for (const request of await waitingRequests(pool)) say(lineOf(request));
}

function decide(approve: boolean): Command['run'] {
  return async (deps, [id], doing) => {
    const decided = await decideRequest(deps.pool, Number(need(id, 'the number')), approve, carryingOut(deps), doing);
    if (decided !== 'done' && decided !== 'rejected') throw new Usage(refusedDecisions[decided]);
    deps.say(`request ${id} is ${decided}`);
  };
}

export const requestCommands: readonly Command[] = [
  { words: 'setting list', run: listSettings },
  {
    words: 'setting set',
    takes: 'NAME --value VALUE',
    roles: ['risk', 'finance_lead'],
    second: 'two persons where setting list says so',
    run: set,
  },
  { words: 'charge reverse', takes: 'NUMBER', roles: money, second: 'two persons', run: askReversal },
  { words: 'request list', run: listRequests },
  { words: 'request approve', takes: 'NUMBER', roles: money, run: decide(true) },
  { words: 'request reject', takes: 'NUMBER', roles: money, run: decide(false) },
];
