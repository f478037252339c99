// Every row of the log has a rule in both languages, whatever its key is or will be.
import { expect, test } from 'vitest';
import { actionNames } from '../entities/action.ts';
import { ruleText } from './rules.ts';
import { whyKeys } from './why.ts';

test('every action and every known sentence has its rule, in both languages', () => {
  for (const action of actionNames) {
    for (const why of [...whyKeys, 'not_known_yet', '']) {
      expect(ruleText(why, action, 'zh'), `${action} ${why}`).toMatch(/\p{Script=Han}/u);
      expect(ruleText(why, action, 'en'), `${action} ${why}`).toMatch(/^[A-Z].*\.$/);
    }
  }
});

test('the closest rule is said', () => {
  expect(ruleText('fill_grid_sell', 'success', 'en')).toContain('one line below');
  expect(ruleText('fill_unstuck', 'success', 'en')).toContain('booked once');
  expect(ruleText('closed_stop_loss', 'close', 'en')).toContain('stop price');
  expect(ruleText('martin_armed', 'add', 'en')).toContain('add trigger');
});
