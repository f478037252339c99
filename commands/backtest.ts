// `npm run backtest`: replays candle files through the production engine and prints what a bot would have done.
import { backtestCommand } from './backtest/command.ts';

process.exitCode = backtestCommand(process.argv.slice(2), console.log, console.error);
