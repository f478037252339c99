// A bot in the narrow pane of a wide screen: one row, the chosen one ringed, and under it what stands against it with its
// remedy. Its other buttons stand in the pane beside.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { exchangesQuery } from '../../../../lib/queries.ts';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { Profit } from '../../../../ui/figure.tsx';
import { signOf } from '../../../../ui/figures.ts';
import { Coin } from '../../../../ui/marks.tsx';
import { Sparkline } from '../../../../ui/pictures.tsx';
import { BotPill, botCaption, PricesTag, SimulatedTag, useSide } from '../../bot-identity.tsx';
import { coinsOf } from '../../grid-params.ts';
import type { Operations } from '../../operations/use-operations.ts';
import { BotNotes } from './bot-notes.tsx';

export interface BotRowProps {
  readonly bot: Bot;
  readonly operations: Operations;
  readonly chosen: boolean;
}

export function BotRow({ bot, chosen, operations }: BotRowProps) {
  const hidden = useTheme((entry) => entry.eye === 0);
  const side = useSide(bot);
  const places = useQuery(exchangesQuery()).data?.exchanges.filter(({ trade }) => trade === 1).length ?? 0;
  return (
    <>
      <Link className="botrow" to={`/strategy/detail/${bot.id}`} aria-current={chosen ? 'true' : undefined}>
        <Coin code={coinsOf(bot.symbol).base} />
        <div className="row__body">
          <div className="row__title">
            {bot.symbol}
            <SimulatedTag bot={bot} short />
            <PricesTag bot={bot} />
          </div>
          <div className="row__meta row__meta--whole">
            {side === null ? botCaption(bot, places > 1 ? 'narrow' : 'oneExchange') : `${bot.type_name} · ${side}`}
          </div>
        </div>
        <Sparkline
          points={bot.curve.map(Number)}
          direction={signOf(bot.total_profit)}
          simulated={bot.simulated_market === 1}
        />
        <div className="botrow__end">
          <div className="t-row">
            <Profit value={bot.total_profit} hidden={hidden} />
          </div>
          <BotPill bot={bot} />
        </div>
      </Link>
      <BotNotes bot={bot} operations={operations} />
    </>
  );
}
