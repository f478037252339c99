// What stands after `npm run op --`: the words of a command, its options, and whether the list of commands is asked for.
import { parseArgs } from 'node:util';
import { Usage } from './command.ts';

const text = { type: 'string' } as const;

export function readArguments(args: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...{ by: text, reason: text, name: text, mark: text, second: text, roles: text },
        ...{ account: text, amount: text, message: text, value: text },
        ...{ file: text, lang: text },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const { help = false, ...options } = values;
    return { help, options, positionals };
  } catch (error) {
    // An option that is not there, or one without its value: said with the list of commands.
    throw new Usage((error as Error).message);
  }
}
