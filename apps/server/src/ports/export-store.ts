// A user's trades, results and log rows of live bots in the order they were written, read in pieces.
import type { NumberedFill, SettlementRow } from './bill-store.ts';
import type { ActionRow } from './bot-store.ts';

export interface ExportFilter {
  readonly botId: number | null;
  /** '' = all. */
  readonly exchange: string;
  /** Market time, from inclusive, until exclusive. */
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface ExportedFill extends Omit<NumberedFill, 'no' | 'slot'> {
  readonly id: number;
  readonly botId: number;
  readonly botName: string;
  readonly typeId: number;
  readonly exchange: string;
  readonly market: string;
  readonly symbol: string;
  readonly maker: boolean;
  readonly cid: string;
  readonly venueFillId: string;
}

export interface ExportRows {
  readonly fills: ExportedFill;
  readonly settlements: SettlementRow;
  readonly actions: ActionRow;
}

export interface ExportStore {
  count(kind: keyof ExportRows, userId: number, filter: ExportFilter): Promise<number>;
  /** At most `most` rows with an id above `afterId`, ascending. */
  piece<Kind extends keyof ExportRows>(
    kind: Kind,
    userId: number,
    filter: ExportFilter,
    afterId: number,
    most: number,
  ): Promise<ExportRows[Kind][]>;
}
