// The days of the chart are not the device's: the chart says whose they are, where there are days to show.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DayBars } from './day-bars.tsx';

afterEach(cleanup);

// Without words of its own the page shows the key.
const said = /records\.bill\.dayZone|UTC\+8/;

test('the chart names the zone of its days', () => {
  const groups = { today: '2026-08-05', by_bot: [], by_type: [] };
  const day = { date: '2026-08-05', count: 2, profit: '1.5', fuel: '0.3', net: '1.2' };
  const { rerender } = render(<DayBars groups={{ ...groups, list: [day] }} chosen={null} onChoose={() => {}} />);
  expect(screen.getByText(said)).toBeDefined();
  rerender(<DayBars groups={{ ...groups, list: [] }} chosen={null} onChoose={() => {}} />);
  expect(screen.queryByText(said)).toBeNull();
});
