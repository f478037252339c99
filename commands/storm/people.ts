// The people of a storm and their bots, made over the API of the product: each person has one bot a market and symbol, of
// every kind that trades by its own market. Every third has martingales of two sides on contracts, whose account is in
// hedge mode, where bots of one side cannot stand.
import { Person } from '../../tests/trading/person.ts';
import { bindKey } from './keys.ts';

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

const calendar = {
  ...{ mode: 'calendar', amount: '30', interval: '1h', at: '00:07', max_positions: '30', dip_drop: '0.4' },
  ...{ multiplier: '1.5', take_profit: '0.4' },
};
const rsi = (cmp: string, num: string) => ({
  op: 'all',
  items: [{ left: { ind: 'rsi', args: [14] }, cmp, right: { num }, tf: '1m', on: 'close' }],
});
const custom = {
  ...{ amount: '100', max_positions: '3', multiplier: '1.2', cooldown_s: '60', stop_loss: '10', take_profit: '0.6' },
  ...{ open: rsi('<', '45'), add: rsi('<', '40'), close: rsi('>', '60') },
};

const spot: readonly Recipe[] = [
  { typeId: 3, market: 'spot', params: grid },
  { typeId: 1, market: 'spot', params: martin },
  { typeId: 5, market: 'spot', params: calendar },
  { typeId: 9, market: 'spot', params: custom },
  { typeId: 5, market: 'spot', params: ladder },
];
const futures: readonly Recipe[] = [
  { typeId: 4, market: 'futures', params: { ...grid, direction: 'long', leverage: '3' } },
  { typeId: 2, market: 'futures', params: { ...martin, direction: 'long', leverage: '3' } },
  { typeId: 6, market: 'futures', params: { ...ladder, direction: 'long', leverage: '2' } },
  { typeId: 10, market: 'futures', params: { ...custom, direction: 'long', leverage: '2' } },
];
const twoSided: readonly Recipe[] = [
  { typeId: 2, market: 'futures', params: { ...martin, direction: 'dual', leverage: '3' } },
];
const RANGE = 0.03;
const BOTS_A_PERSON = COINS.length * 2;
const AT_ONCE = 4;

/** A share around the price its tape is drawn back to. */
export function rangeAround({ middle }: Coin, share: number): { lower: string; upper: string } {
  const at = (part: number) => String(Math.round((middle * part) / 10) / 10);
  return { lower: at(1 - share), upper: at(1 + share) };
}

/** Where the product and the exchange are, and which part of the people bring a key of their own. */
export interface Place {
  readonly url: string;
  readonly venueUrl: string;
  /** 0: nobody, everybody trades by the server's own wire; 1: everybody; 2: every second person. */
  readonly keyEvery: number;
  /** 0: nobody; otherwise the second of so many people trades at Gate, as the local exchange speaks it. */
  readonly gateEvery: number;
  /** Bots elsewhere than at the local exchange stop without it. */
  readonly fuel: (person: string) => Promise<void>;
}

async function openPerson(
  { fuel, gateEvery, keyEvery, url, venueUrl }: Place,
  number: number,
  bots: number,
): Promise<number> {
  const person = new Person(url);
  const name = `storm_person_${number}`;
  await person.register(name);
  if (gateEvery > 0 && number % gateEvery === 1) {
    await bindKey(person, venueUrl, name, 'gate');
    await fuel(name);
  } else if (keyEvery > 0 && number % keyEvery === 0) await bindKey(person, venueUrl, name, 'local');
  const onContracts = number % 3 === 1 ? twoSided : futures;
  for (let at = 0; at < bots; at++) {
    const turn = Math.floor(at / 2);
    const coin = COINS[turn] as Coin;
    const recipes = at % 2 === 0 ? spot : onContracts;
    const { market, params, typeId } = recipes[(turn + number) % recipes.length] as Recipe;
    const around = 'grid_mode' in params ? rangeAround(coin, RANGE) : {};
    await person.createBot(typeId, market, { investment: INVESTMENT, ...params, ...around }, `${coin.name}/USDT`);
  }
  return bots;
}

/** Answers how many bots run then. */
export async function openPeople(place: Place, bots: number): Promise<number> {
  const people: number[] = [];
  for (let left = bots; left > 0; left -= BOTS_A_PERSON) people.push(Math.min(left, BOTS_A_PERSON));
  let running = 0;
  let next = 0;
  const work = async () => {
    while (next < people.length) {
      const number = next++;
      const made = await openPerson(place, number, people[number] ?? 0);
      running += made;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return running;
}
