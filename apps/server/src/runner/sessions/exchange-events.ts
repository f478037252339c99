// Where an exchange's stream goes: trades and prints to its board, whatever else is a reason to ask. After each connection
// what happened while nobody listened is caught up before the first print.
import type { VenueEvent } from '../../ports/venue.ts';
import type { ExchangeConnection } from '../market-data/exchange-connection.ts';
import type { RunnerLog } from '../shared/runner-log.ts';
import type { UserActors } from './user-actors.ts';

export interface ExchangeEvents {
  /** Asks for the venue's set of books; says nothing when it does not answer. */
  learnBooks(): Promise<void>;
  /** The stream is there, but whoever was asked then did not answer. */
  comeUpAgain(): Promise<void>;
  take(event: VenueEvent): void;
}

export function createExchangeEvents(
  connection: ExchangeConnection,
  actors: UserActors,
  log: RunnerLog,
): ExchangeEvents {
  const { board, exchange } = connection;
  const { books, venue } = connection.spec;

  async function learnBooks(): Promise<void> {
    try {
      await actors.turnTo(connection, books ?? (await venue.clock()).books);
    } catch (error) {
      log('warn', `${exchange} does not tell its books`, error);
    }
  }

  let connected = false;
  let comingUp = false;

  async function comeUp(): Promise<void> {
    comingUp = true;
    try {
      board.forgetSequences();
      const tickers = await venue.tickers();
      for (const { symbol, last, mark, atMs } of tickers) {
        board.seed(symbol, last, atMs);
        // The mark speaks for the price beside it, also where both have gone far meanwhile.
        if (mark !== undefined) board.mark(symbol, mark);
      }
      // A market that waited for nobody has gone on: what was traded meanwhile is answered at the price of now.
      if (!connection.spec.paced) await connection.renew(tickers);
      await learnBooks();
      connection.isUp = connection.books !== null;
      await actors.adoptAll(({ failed }) => failed > 0);
      await actors.reconcileAll(connection);
    } catch (error) {
      log('warn', 'not everything could be caught up after the connection; the minute’s pass goes on with it', error);
    } finally {
      comingUp = false;
    }
  }

  /** A cancel nobody here asked for (the user, the venue): the order is looked at at once, or when its placement is answered. */
  function askAboutForeignCancel(account: string, cid: string): void {
    for (const tradingAccount of actors.byAccount(connection, account)) {
      for (const live of tradingAccount.bots.values()) {
        const status = live.engineOrder(cid)?.status;
        if (status === undefined) continue;
        if (live.dispatcher.handles(cid)) live.toldEnded.add(cid);
        else if (status === 'open') tradingAccount.askFor(live, cid, true);
      }
    }
  }

  function take(event: VenueEvent): void {
    switch (event.type) {
      case 'up':
        connected = true;
        board.holdBack(comeUp());
        break;
      case 'down':
        connected = false;
        connection.isUp = false;
        log('warn', `the stream of ${exchange} is down`, event.reason);
        break;
      case 'missed':
        // Coming up asks about everybody; the line of one account is that account's matter, and holds no market up.
        if (connection.isUp)
          for (const tradingAccount of actors.byAccount(connection, event.account)) actors.lookSoon(tradingAccount);
        break;
      case 'print':
        board.print(event.symbol, event.seq, event.price, event.atMs);
        break;
      case 'fill':
        board.trade(event.fill.symbol, () => {
          for (const tradingAccount of actors.byAccount(connection, event.account))
            tradingAccount.post({ type: 'fill', tradingAccount, fill: event.fill });
        });
        break;
      case 'funding':
        board.trade(event.funding.symbol, () => {
          const { account, funding } = event;
          for (const tradingAccount of actors.byAccount(connection, account))
            tradingAccount.post({ type: 'funding', tradingAccount, funding });
        });
        break;
      case 'mark':
        board.markOfPrint(event.symbol, event.price);
        break;
      case 'order':
        if (event.order.status === 'cancelled') askAboutForeignCancel(event.account, event.order.cid);
        break;
    }
  }

  return {
    learnBooks,
    comeUpAgain: async () => {
      if (connected && !connection.isUp && !comingUp) await comeUp();
    },
    take,
  };
}
