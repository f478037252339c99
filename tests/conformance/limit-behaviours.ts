// Behaviours of limits: the largest order, which may change while somebody holds more than it, and the band of prices.
import { expect } from 'vitest';
import type { VenueSymbol } from '../../apps/server/src/ports/venue.ts';
import { RULE_REASONS, rulesOfMarket } from '../../apps/server/src/ports/venue-market.ts';
import { PERP, SPOT } from './rig.ts';
import { atMarket, type Behaviour, find, outcomeOf, perpOrder, placed, type Subject, spotOrder } from './subject.ts';

async function rulesOf({ venue }: Subject, symbol: string) {
  const rules = (await venue.symbols()).find((one) => one.symbol === symbol);
  if (rules === undefined) throw new Error(`${symbol} is not listed`);
  return rules;
}

async function refusalOf(subject: Subject, order: Parameters<typeof outcomeOf>[1]) {
  const outcome = await outcomeOf(subject, order);
  return outcome.outcome === 'refused' ? outcome : Promise.reject(new Error(`not refused: ${JSON.stringify(outcome)}`));
}

const TAKES = { tif: 'ioc' } as const;

async function bandOf(subject: Subject, symbol: string): Promise<VenueSymbol['priceBand']> {
  return (await rulesOfMarket(subject.venue, symbol))?.priceBand;
}

/** The bounds of its exchange. */
function bandsOf({ way }: Subject): Record<'spot' | 'futures', VenueSymbol['priceBand']> {
  const past = (buyMost: string, sellLeast: string) => ({ buyMost, sellLeast });
  if (way === 'house') return { spot: undefined, futures: undefined };
  if (way === 'okx') return { spot: past('1.02', '0.98'), futures: past('1.02', '0.98') };
  if (way === 'bybit') return { spot: past('1.01', '0.99'), futures: past('1.01', '0.99') };
  if (way === 'bitget') return { spot: past('1.05', '0.95'), futures: past('1.05', '0.95') };
  if (way === 'gate')
    return { spot: undefined, futures: { buyLeast: '0.05', buyMost: '1.95', sellLeast: '0.05', sellMost: '1.95' } };
  return {
    spot: { buyLeast: '0.2', buyMost: '5', sellLeast: '0.2', sellMost: '5' },
    futures: past('1.05', '0.95'),
  };
}

export const limitBehaviours: readonly Behaviour[] = [
  {
    market: 'spot',
    says: 'a largest order that has become smaller is told as soon as it refused one, and what keeps to it is taken',
    run: async (subject) => {
      await placed(subject, spotOrder({ ...atMarket, qty: '0.008' }));
      await subject.faults({ fault: 'filter_change', symbols: [SPOT], max_qty: '0.005' });
      const close = { ...atMarket, side: 'sell' } as const;
      // Binance has one word for whatever is wrong with a quantity.
      expect(RULE_REASONS).toContain((await refusalOf(subject, spotOrder({ ...close, qty: '0.0075' }))).reason);
      const { maxQty, maxMarketQty = maxQty } = await rulesOf(subject, SPOT);
      expect([maxQty, maxMarketQty]).toEqual(['0.005', '0.005']);
      await placed(subject, spotOrder({ ...close, qty: '0.005' }));
      await placed(subject, spotOrder({ ...close, qty: '0.0025' }));
    },
  },
  {
    market: 'futures',
    says: 'the largest market order is a rule of its own, told as soon as it refused one; a position above it is closed in parts',
    run: async (subject) => {
      await placed(subject, perpOrder({ ...atMarket, qty: '0.05' }));
      await subject.faults({ fault: 'filter_change', symbols: [PERP], max_qty: '0.04', max_market_qty: '0.02' });
      const close = { ...atMarket, side: 'sell', reduceOnly: true } as const;
      expect(await refusalOf(subject, perpOrder({ ...close, qty: '0.05' }))).toMatchObject({
        code: 3008,
        reason: 'qty_large',
      });
      expect(await rulesOf(subject, PERP)).toMatchObject({ maxQty: '0.04', maxMarketQty: '0.02' });
      expect(await refusalOf(subject, perpOrder({ ...close, qty: '0.03' }))).toMatchObject({ reason: 'qty_large' });
      await placed(subject, perpOrder({ qty: '0.03', price: '40000' }));
      for (const qty of ['0.02', '0.02', '0.01']) await placed(subject, perpOrder({ ...close, qty }));
      expect((await subject.venue.positions(subject.account)).filter(({ qty }) => Number(qty) !== 0)).toEqual([]);
    },
  },
  {
    market: 'spot',
    says: 'how far from its market an order may rest is told where it is bounded, and one beyond it is refused as that',
    run: async (subject) => {
      const priceBand = await bandOf(subject, SPOT);
      const far = spotOrder({ price: '6000', qty: '0.01' });
      if (priceBand?.buyLeast === undefined) {
        await placed(subject, far);
        return;
      }
      expect(priceBand).toEqual({ buyLeast: '0.2', buyMost: '5', sellLeast: '0.2', sellMost: '5' });
      expect(await refusalOf(subject, far)).toMatchObject({ code: 3006, reason: 'price_range' });
      await placed(subject, spotOrder({ price: '15000', qty: '0.001' }));
    },
  },
  {
    market: 'both',
    says: 'how far past its market an order may take is told where it is bounded; one beyond it is refused as that, or moved there',
    run: async (subject) => {
      await subject.toOpen();
      for (const [symbol, orderOf] of [
        [SPOT, spotOrder],
        [PERP, perpOrder],
      ] as const) {
        const isSpot = symbol === SPOT;
        const told = await bandOf(subject, symbol);
        expect(told).toEqual(bandsOf(subject)[isSpot ? 'spot' : 'futures']);
        const { buyMost, sellLeast } = told ?? {};
        // Of what takes, a little past the market is taken everywhere.
        await placed(subject, orderOf({ ...TAKES, price: '60100' }));
        if (buyMost === undefined || sellLeast === undefined) continue;
        const [most, least] = [60_000 * Number(buyMost), 60_000 * Number(sellLeast)].map(Math.round) as [
          number,
          number,
        ];
        for (const [side, price] of [
          ['buy', most + 1],
          ['sell', least - 1],
        ] as const) {
          const beyond = orderOf({ ...TAKES, side, price: String(price) });
          if (subject.way !== 'bybit' || isSpot)
            expect(await refusalOf(subject, beyond)).toMatchObject({ code: 3006, reason: 'price_range' });
          else {
            await placed(subject, beyond);
            expect(await find(subject, beyond)).toMatchObject({ price: String(side === 'buy' ? most : least) });
          }
          await placed(subject, orderOf({ ...TAKES, side, price: String(side === 'buy' ? most : least) }));
        }
      }
    },
  },
];
