// A ladder of adds as its table shows it: what filled, what is next, what waits, with the sum and the average after each.
// Averages are the machine's own, fees included; where it says none they are of the prices, each order at its level.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { addDecimals } from '../../../ui/figures.ts';
import { paramOf } from '../grid-params.ts';

export interface LadderRow {
  readonly step: number;
  readonly state: 'filled' | 'next' | 'waiting';
  /** Null while the first order waits for its moment. */
  readonly trigger: string | null;
  readonly amount: string;
  readonly total: string;
  readonly average: number | null;
}

type Laddered = Pick<BotDetail, 'ladder' | 'fills' | 'position' | 'params' | 'price'>;

export function ladderRows(bot: Laddered): LadderRow[] {
  const steps = withOpening(bot);
  const next = steps.findIndex(({ filled }) => !filled);
  let total = '0';
  let qty = 0;
  return steps.map(({ average, step, trigger, amount, filled }, at) => {
    total = addDecimals([total, amount]) ?? total;
    qty += Number(trigger) > 0 ? Number(amount) / Number(trigger) : Number.NaN;
    return {
      step,
      state: filled ? 'filled' : at === next ? 'next' : 'waiting',
      trigger,
      amount,
      total,
      average: average !== undefined ? Number(average) : qty > 0 ? Number(total) / qty : null,
    };
  });
}

/** Purposes of trades that end a round. */
const closings: ReadonlySet<string> = new Set(['close', 'take_profit', 'stop_loss', 'trail', 'liquidation']);

interface Step {
  readonly step: number;
  readonly trigger: string | null;
  readonly amount: string;
  readonly filled: boolean;
  readonly average?: string | undefined;
}

/** Of the present round: coin too small to sell may hold a position open over many rounds. */
function openingFills(fills: Laddered['fills'], openedAt: number): Laddered['fills'] {
  const closed = fills.findLastIndex(({ purpose }) => closings.has(purpose));
  return fills.slice(closed + 1).filter(({ purpose, t }) => purpose === 'entry' && t >= openedAt);
}

/** The ladder of a DCA bot begins with its first safety order: the order that opened stands before it. */
function withOpening({ ladder, fills, position, params, price }: Laddered): Step[] {
  const steps = ladder.map((each) => ({ ...each, filled: each.filled === 1 }));
  if (steps.length === 0 || steps[0]?.step === 1) return steps;
  const opened = position === null ? [] : openingFills(fills, position.opened_at);
  const qty = opened.reduce((sum, each) => sum + Number(each.qty), 0);
  const value = opened.reduce((sum, each) => sum + Number(each.qty) * Number(each.price), 0);
  const opening: Step =
    qty > 0
      ? { step: 1, trigger: String(value / qty), amount: value.toFixed(8), filled: true }
      : { step: 1, trigger: price, amount: paramOf({ params }, 'base_amount') ?? '0', filled: false };
  return [opening, ...steps];
}
