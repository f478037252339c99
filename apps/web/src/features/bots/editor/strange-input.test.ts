// Whatever stands in a field, typed, pasted or left in a draft, is judged: the form says what is wrong and never breaks.
import { botTypes } from '@cormorant/contract/labels/bot-types.ts';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { defaultsOf } from './field-rules.ts';
import { issueText } from './issue-text.ts';
import { loadAssistant } from './load-assistant.ts';
import { symbol, view } from './sample-form.ts';

const strange = [
  ...[' ', '-1', '1e400', 'NaN', '1,2,3', '１２', '0x10', '<script>', 'null', '[{}]', '[{"drop":"x"}]'],
  ...['{"op":"and","items":[{"op":"x"}]}', '0.0000000000000000000001', '9007199254740993', '1'.repeat(400)],
];
const contract = { brackets: [{ floor: '0', max_leverage: 125, maintenance: '0.4', cum: '0' }], funding_hours: 8 };
const words = ((key: string, named: object) => key + JSON.stringify(named)) as unknown as TFunction;

const types = botTypes('zh').filter(({ editor }) => editor === 'martin');

it.each(types.map((type) => [type.code, type] as const))('%s', async (_code, type) => {
  const assistant = await loadAssistant(type.type);
  const market =
    type.market === 'spot'
      ? symbol
      : { ...symbol, market: 'futures' as const, contract: { ...contract, liquidation_fee: '1' } };
  const at = view({
    symbol: market,
    legs:
      type.type === 'arbitrage' ? { spotTaker: '0.1', free: { spot: '1', futures: '1' }, triangle: undefined } : null,
  });
  for (const { key } of type.fields) {
    for (const value of strange) {
      const { issues } = assistant!.judge(type.fields, { ...defaultsOf(type.fields), [key]: value }, at);
      for (const issue of issues) {
        const field = type.fields.find((one) => one.key === issue.field);
        expect(field, `${issue.field} for ${key} = ${value}`).toBeDefined();
        expect(issueText(words, issue, field!)).not.toBe('');
      }
    }
  }
});
