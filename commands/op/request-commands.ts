// Commands that change settings and take charges back, and the second person's word for these, for moves to cold storage and
// for what is settled. What decides over money is asked for by one operator and carried out by the word of another person.
import { permissions } from '../../apps/server/src/features/operators/permissions.ts';
import { NotCarriedOut, type OperatorRequest } from '../../apps/server/src/ports/operator-store.ts';
import { moneySettings, type SettingKey, settingTable } from '../../apps/server/src/ports/settings.ts';
import { type Command, type CommandDeps, need, refusedDecisions, Usage } from './command.ts';

function rangeOf(key: SettingKey): string {
  const rule = settingTable[key];
  return rule.kind === 'text' ? 'text' : `${rule.kind} ${rule.min} to ${rule.max}`;
}

async function listSettings({ say, settings }: CommandDeps): Promise<void> {
  for (const key of Object.keys(settingTable) as SettingKey[]) {
    const value = `${settings.get(key)}`;
    const note = value === `${settingTable[key].default}` ? '' : `, default ${settingTable[key].default}`;
    say(`${key} = ${value}  (${rangeOf(key)}${note}${moneySettings.has(key) ? ', two persons' : ''})`);
  }
}

const set: Command['run'] = async ({ operators, options, say }, [name], doing) => {
  const key = need(name, 'the name of the setting');
  const value = (options['value'] ?? '').trim();
  const changed = await operators.changeSetting(key, value, doing);
  if (changed.state === 'no_setting') throw new Usage(`no setting ${key}`);
  if (changed.state === 'out_of_range') throw new Usage(`--value of ${key} is ${rangeOf(key as SettingKey)}`);
  if (changed.state === 'asked')
    say(`request ${changed.id} waits for another person: op request approve ${changed.id}`);
  else say(`${key} = ${value}`);
};

const askReversal: Command['run'] = async ({ operators, say }, [number], doing) => {
  const chargeId = need(number, 'the number of the charge');
  const asked = await operators.askReversal(chargeId, doing);
  if (asked.state === 'no_number') throw new Usage(`${chargeId} is no number of a charge`);
  say(`request ${asked.id} waits for another person: op request approve ${asked.id}`);
};

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

async function listRequests({ operators, say }: CommandDeps): Promise<void> {
  for (const request of await operators.store.waitingRequests()) say(lineOf(request));
}

function decide(approve: boolean): Command['run'] {
  return async ({ operators, say }, [number], doing) => {
    const id = Number(need(number, 'the number'));
    const decided = await operators.decideRequest(id, approve, doing).catch((error: unknown) => {
      throw error instanceof NotCarriedOut ? new Usage(error.message) : error;
    });
    if (decided !== 'done' && decided !== 'rejected') throw new Usage(refusedDecisions[decided]);
    say(`request ${number} is ${decided}`);
  };
}

export const requestCommands: readonly Command[] = [
  { words: 'setting list', run: listSettings },
  {
    words: 'setting set',
    takes: 'NAME --value VALUE',
    roles: permissions.changeSetting,
    second: 'two persons where setting list says so',
    run: set,
  },
  {
    words: 'charge reverse',
    takes: 'NUMBER',
    roles: permissions.reverseCharge,
    second: 'two persons',
    run: askReversal,
  },
  { words: 'request list', run: listRequests },
  { words: 'request approve', takes: 'NUMBER', roles: permissions.decideRequest, run: decide(true) },
  { words: 'request reject', takes: 'NUMBER', roles: permissions.decideRequest, run: decide(false) },
];
