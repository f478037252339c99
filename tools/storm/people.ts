// The people of a storm and their bots: each person has one bot a market and symbol, of every simple kind, made over the API
// of the product.
import { Person } from '../../tests/trading/person.ts';

interface Recipe {
  readonly typeId: number;
  readonly market: 'spot' | 'futures';
  readonly params: Readonly<Record<string, unknown>>;
}

export interface Coin {
  readonly name: string;
  /** Cents; the price its tape is drawn back to. */
  readonly middle: number;
}

export const COINS: readonly Coin[] = [
  { name: 'BTC', middle: 6_000_000 },
  { name: 'ETH', middle: 300_000 },
  { name: 'BNB', middle: 60_000 },
  { name: 'SOL', middle: 15_000 },
];

const INVESTMENT = '1200';
const martin = {
  ...{ first_amount: '60', max_positions: '4', multiplier: '1.5', add_drop: '0.4', cycle: 'loop', take_profit: '0.4' },
  ...{ add_callback: '0', tp_callback: '0', stop_loss: '15', loop_interval: '0', entry: 'now' },
  ...{ guard_drop: '20', guard_minutes: '1' },
};
const ladder = {
  ...{ mode: 'ladder', base_amount: '60', safety_amount: '60', max_safety: '4', active_safety: '2', step: '0.4' },
  ...{ step_mult: '1.2', vol_mult: '1.5', take_profit: '0.4', stop_loss: '15', cooldown: '60' },
};
const grid = { grid_levels: '20', grid_mode: 'arithmetic' };

const spot: readonly Recipe[] = [
  { typeId: 3, market: 'spot', params: grid },
  { typeId: 1, market: 'spot', params: martin },
  { typeId: 5, market: 'spot', params: ladder },
];
const futures: readonly Recipe[] = [
  { typeId: 4, market: 'futures', params: { ...grid, direction: 'long', leverage: '3' } },
  { typeId: 2, market: 'futures', params: { ...martin, direction: 'long', leverage: '3' } },
  { typeId: 6, market: 'futures', params: { ...ladder, direction: 'long', leverage: '2' } },
];
const BOTS_A_PERSON = COINS.length * 2;
const AT_ONCE = 4;

/** 3 % around the price its tape is drawn back to. */
function range({ middle }: Coin): { lower: string; upper: string } {
  const at = (share: number) => String(Math.round((middle * share) / 10) / 10);
  return { lower: at(0.97), upper: at(1.03) };
}

async function openPerson(url: string, number: number, bots: number): Promise<number> {
  const person = new Person(url);
  await person.register(`storm_person_${number}`);
  for (let at = 0; at < bots; at++) {
    const coin = COINS[at % COINS.length] as Coin;
    const recipes = at < COINS.length ? spot : futures;
    const { market, params, typeId } = recipes[(at + number) % recipes.length] as Recipe;
    const around = 'grid_mode' in params ? range(coin) : {};
    await person.createBot(typeId, market, { investment: INVESTMENT, ...params, ...around }, `${coin.name}/USDT`);
  }
  return bots;
}

/** Answers how many bots run then. */
export async function openPeople(url: string, bots: number): Promise<number> {
  const people: number[] = [];
  for (let left = bots; left > 0; left -= BOTS_A_PERSON) people.push(Math.min(left, BOTS_A_PERSON));
  let running = 0;
  let next = 0;
  const work = async () => {
    while (next < people.length) {
      const number = next++;
      const made = await openPerson(url, number, people[number] ?? 0);
      running += made;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return running;
}
