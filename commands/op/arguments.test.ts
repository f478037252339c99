// What a person types: help is an answer, and what cannot be read is said together with the list of commands.
import { expect, test } from 'vitest';
import { readArguments } from './arguments.ts';
import { Usage } from './command.ts';
import { usageText } from './commands.ts';

test('help is asked for in two ways, and a command keeps its words and options', () => {
  expect(readArguments(['--help'])).toEqual({ help: true, options: {}, positionals: [] });
  expect(readArguments(['setting', 'set', '-h']).help).toBe(true);
  expect(readArguments(['user', 'lock', '71234567', '--by', 'ann'])).toEqual({
    help: false,
    options: { by: 'ann' },
    positionals: ['user', 'lock', '71234567'],
  });
});

test('what cannot be read is the fault of who typed it, and shows the list', () => {
  for (const typed of [['--colour'], ['rate', '1', '--amount'], ['--help=yes']]) {
    expect(() => readArguments(typed)).toThrow(Usage);
  }
});

test('the list says how to begin and which acts need a second person', () => {
  expect(usageText).toContain('npm run op -- init --name NAME --second NAME');
  const marked = usageText.split('\n').flatMap((line) => /^ {2}(\w+(?: \w+)?) .*two persons/.exec(line)?.[1] ?? []);
  expect(usageText).not.toContain('[admin, admin]');
  expect(marked).toEqual([
    ...['adjust ask', 'withdraw approve', 'setting set', 'charge reverse', 'custody settle', 'cold send'],
  ]);
});
