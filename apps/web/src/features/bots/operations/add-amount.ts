// How much one more order by hand may be worth, and what is wrong with an amount that somebody typed: the runner's own rule,
// told before it is asked. At least what the exchange takes with the headroom of an entry, at most what the bot has free.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';
import { compareNumbers, isNumber, plainNumber } from '../../../ui/typed-number.ts';
import { loadCoreMoney } from '../editor/core-money.ts';
import type { Issue } from '../editor/field-rules.ts';
import { instrumentOf } from '../editor/instrument-of.ts';
import { wholeCents } from '../editor/issue-text.ts';

export interface AddLimits {
  readonly min: string;
  readonly max: string;
}

type Adding = Pick<BotDetail, 'market' | 'margin' | 'holdings' | 'orders'>;

const PPM = 1_000_000;

export async function loadAddLimits() {
  const [core, minimums] = await Promise.all([loadCoreMoney(), import('@cormorant/core/strategy/order-minimums.ts')]);
  return (bot: Adding, symbol: MarketSymbol, price: string): AddLimits => {
    const instrument = instrumentOf(core, symbol);
    const ticks = core.priceToTicks(instrument, price, 'ceil');
    const notional = core.mulDiv(instrument.minNotionalAtoms, PPM + minimums.ENTRY_HEADROOM_PPM, PPM, 'ceil');
    const least = Math.max(notional, ticks * instrument.minQtyLots * instrument.quoteAtomsPerTickLot);
    const most = Math.max(0, bot.margin ? bot.margin.leverage * atoms(bot.margin.free) : spotFree());
    return {
      min: wholeCents(core.formatQuote(instrument, least)),
      max: downToCents(core.formatQuote(instrument, most)),
    };

    function atoms(amount: string): number {
      return core.parseQuote(instrument, amount, 'floor');
    }

    /** What waiting buys would cost is not free. */
    function spotFree(): number {
      const waiting = bot.orders.filter(({ side, price: at }) => side === 'buy' && /[1-9]/.test(at));
      return waiting.reduce((left, { price: at, qty, filled }) => {
        const base = core.parseBase(instrument, qty, 'ceil') - core.parseBase(instrument, filled, 'floor');
        const lots = Math.ceil(base / instrument.baseAtomsPerLot);
        return left - minimums.buyReserveAtoms(instrument, core.priceToTicks(instrument, at, 'ceil'), lots);
      }, atoms(bot.holdings.quote_amount));
    }
  };
}

/** More than there is would be refused. */
function downToCents(amount: string): string {
  const [whole = '0', part = ''] = amount.split('.');
  return part === '' ? whole : `${whole}.${part.slice(0, 2)}`;
}

/** Null = it may be sent. Without limits, while they are not known, it has to be an amount at all. */
export function amountIssue(typed: string, limits: AddLimits | null): Issue | null {
  const value = plainNumber(typed);
  const issue = (rule: Issue['rule'], range: Partial<AddLimits> = {}): Issue => ({ field: 'amount', rule, ...range });
  if (value === '') return issue('required');
  if (!isNumber(value) || !/^-?\d{1,15}(\.\d{1,8})?$/.test(value)) return issue('format');
  if (limits !== null && compareNumbers(value, limits.max) > 0) return issue('range', { max: limits.max });
  const min = limits?.min ?? '0';
  if (compareNumbers(value, min) < 0 || compareNumbers(value, '0') <= 0) return issue('range', { min });
  return null;
}

/** Somebody who begins with the 1 of 100 is not told that 1 is too little. */
export function isHalfTyped(issue: Issue): boolean {
  return issue.rule === 'required' || issue.min !== undefined;
}
