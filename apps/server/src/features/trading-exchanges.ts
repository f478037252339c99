// Where the money is not real. Which exchanges bots trade at is the operator's to say (TRADE_AT), and keys of the other
// exchanges that the house knows can be bound and checked, and no more.
import { LOCAL_EXCHANGE } from '@cormorant/contract/labels/exchanges.ts';

export const simulatedExchanges: ReadonlySet<string> = new Set([LOCAL_EXCHANGE]);
