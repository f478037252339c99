// Times of a schedule are told in UTC+8, as the field beside them asks for them, whatever the device's own zone.
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';
import { expect, test } from 'vitest';
import { figureText } from './figure-text.ts';

test('a coming buy stands at the hour of UTC+8', () => {
  const symbol = { tick: '0.01' } as MarketSymbol;
  expect(figureText('text', String(Date.UTC(2026, 10, 22, 18, 30)), symbol)).toBe('11-23 02:30');
  expect(figureText('text', 'weekly', symbol)).toBe('weekly');
});
