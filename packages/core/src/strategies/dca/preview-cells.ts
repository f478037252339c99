// What both previews of a DCA bot are written with: figures, and the liquidation of a position.
import type { Instrument } from '../../market/instrument.ts';
import { initialMarginAtoms, liquidationTicks } from '../../market/margin.ts';
import type { Atoms, Ppm, Ticks } from '../../money/units.ts';
import type { PreviewFigure } from '../../strategy/preview.ts';
import type { DcaParams } from './params.ts';

/** Isolated: the position stands on the margin its orders brought. */
export function liquidationOf(params: DcaParams, instrument: Instrument, qtyLots: number, entryAtoms: Atoms): Ticks {
  if (instrument.contract === null || qtyLots === 0) return 0;
  const marginAtoms = initialMarginAtoms(entryAtoms, params.leverage);
  return liquidationTicks(instrument, { qtyLots, entryAtoms, marginAtoms });
}

/** What a buy costs beside its amount; a fee taken in coin costs none of the money. */
export function openingFeePpm({ feeAsset, market, takerPpm }: Instrument): Ppm {
  return market === 'spot' && feeAsset === 'received' ? 0 : takerPpm;
}

export function figure(
  key: string,
  unit: PreviewFigure['unit'],
  value: string | null,
  level: PreviewFigure['level'] = 'plain',
): PreviewFigure {
  return { key, unit, value, level };
}
