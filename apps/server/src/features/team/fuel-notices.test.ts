// The mails about a charge that was taken back: they name what moved and nothing that did not, in both languages.
import { describe, expect, it } from 'vitest';
import { reversalNotices } from './fuel-notices.ts';

const chargedAtMs = Date.UTC(2026, 7, 4, 20);
const payer = (fuel: string, owed: string) => reversalNotices.payer({ chargedAtMs, amount: '23.406', fuel, owed });

describe('a charge taken back', () => {
  it('tells the payer the fuel that came back and the debt that is gone, by the day of UTC+8', () => {
    const { en, zh } = payer('22.75', '0.656');
    expect(zh.subject).toBe('服务费 23.406 已冲正');
    expect(zh.text).toContain('您 2026-08-05(UTC+8)的一笔服务费 23.406 已冲正:退回燃料 22.75,免除欠费 0.656。');
    expect(en.subject).toBe('Service fee of 23.406 taken back');
    expect(en.text).toContain('from 2026-08-05 (UTC+8) was taken back: 22.75 fuel came back, 0.656 is owed no more.');
  });

  it('leaves out what is nought', () => {
    expect(payer('23.406', '0').zh.text).toContain('退回燃料 23.406。');
    expect(payer('23.406', '0').zh.text).not.toContain('欠费');
    expect(payer('0', '23.406').zh.text).toContain('已冲正:免除欠费 23.406。');
    expect(payer('0', '23.406').en.text).toContain('taken back: 23.406 is owed no more.');
  });

  it('tells whose share was taken how much of it', () => {
    const { en, zh } = reversalNotices.share(chargedAtMs, '3');
    expect([zh.subject, en.subject]).toEqual(['分润 3 USDT 已收回', 'Profit share of 3 USDT taken back']);
    expect(zh.text).toContain('分润 3 USDT 已从可用余额收回');
    expect(en.text).toContain('your share of 3 USDT, from your available balance');
  });
});
