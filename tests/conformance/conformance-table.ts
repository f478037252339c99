// docs/CONFORMANCE.md: what was run on which way of trading. A cell says yes only where the suite runs the behaviour; the
// exchanges that are written down and not walked say so.

import { cardOf } from '../../apps/server/src/adapters/exchanges/exchange-profiles.ts';
import type { TradingCard } from '../../apps/server/src/adapters/exchanges/shared/exchange-profile.ts';
import { behaviours } from './behaviours.ts';
import { faultRows } from './fault-rows.ts';

const CODES = ['local', 'binance', 'okx', 'bybit', 'bitget', 'gate'] as const;

export const WAYS = ['house', 'card', 'binance', 'okx', 'bybit', 'bitget', 'gate'] as const;

export function conformanceTable(): string {
  return [
    '# Conformance',
    '',
    'Made by tests/conformance (`CONFORMANCE_WRITE=1 npx vitest run tests/conformance`); a test compares it. "house" is the local',
    'exchange by its own wire, "ccxt" is ccxt’s unmodified binance and binanceusdm with the card `local` against the same exchange,',
    '"binance" the same with the card `binance`, "okx", "bybit", "bitget" and "gate" ccxt’s unmodified classes with the cards of their names, all against',
    'it as well; none of the real exchanges has been traded on.',
    '',
    '| market | behaviour | house | ccxt | binance | okx | bybit | bitget | gate |',
    '|---|---|---|---|---|---|---|---|---|',
    ...behaviours.map(
      ({ market, says, not }) => `| ${[market, says, ...WAYS.map((way) => cell(not?.[way]))].join(' | ')} |`,
    ),
    '',
    '## Under the faults of the exchange',
    '',
    '| fault | what is asserted | house | ccxt | okx | bybit | bitget | gate |',
    '|---|---|---|---|---|---|---|---|',
    ...faultRows.map(
      (row) =>
        `| ${[
          ...[row.fault, row.asserts, cell('notHouse' in row ? row.notHouse : undefined), 'yes'],
          cell('notOkx' in row ? row.notOkx : undefined),
          cell('notBybit' in row ? row.notBybit : undefined),
          'yes',
          cell('notGate' in row ? row.notGate : undefined),
        ].join(' | ')} |`,
    ),
    '',
    '## Cards',
    '',
    'Only what the suite has walked trades. The others are written from documentation.',
    '',
    '| exchange | trades | ids | an id is unique | market buy counted in | contracts in | position mode per | codes with a proof |',
    '|---|---|---|---|---|---|---|---|',
    ...CODES.map((code) => cardRow(cardOf(code) as TradingCard)),
    '',
  ].join('\n');
}

function cell(why: string | undefined): string {
  return why === undefined ? 'yes' : `no: ${why}`;
}

function cardRow(card: TradingCard): string {
  const rows = Object.values(card.meanings);
  const proven = rows.filter((list) => list.some(({ meaning }) => typeof meaning === 'object')).length;
  const columns = [
    ...[card.exchange, card.trades ? 'yes' : 'no', `\`${card.clientId.source}\``, card.clientIdUnique],
    ...[card.marketBuyIn, card.contractsIn, card.positionModePer, `${proven} of ${rows.length}`],
  ];
  return `| ${columns.join(' | ')} |`;
}
