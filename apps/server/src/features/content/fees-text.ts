// What it costs, from the settings in force: a figure on this page is the figure that is charged.
import type { Settings } from '../../ports/settings.ts';
import { dayOf } from '../days.ts';
import type { LegalText } from './legal-text.ts';

function serviceFee(rate: number): Record<'zh' | 'en', string> {
  if (rate === 0) {
    return {
      zh: '目前不收取服务费(费率 **0%**)。',
      en: 'At present no service fee is charged (rate **0 %**).',
    };
  }
  return {
    zh: `实盘机器人每产生一笔新的已实现净利润,收取其中的 **${rate}%**。先前的亏损补平之前不收取;未实现的盈利、亏损和模拟机器人从不收取。`,
    en: `Of each new realised net profit of a live bot **${rate} %** is charged. Earlier losses are made good first; unrealised gains, losses and simulated bots are never charged.`,
  };
}

/** A higher rate that waits for its day. */
function announced(settings: Settings): Record<'zh' | 'en', string> {
  const [rate, atMs] = [settings.get('fuel_rate_next'), settings.get('fuel_rate_at')];
  if (atMs === 0) return { zh: '', en: '' };
  return {
    zh: `\n**自 ${dayOf(atMs)}(UTC+8)起,费率调整为 ${rate}%。**`,
    en: `\n**From ${dayOf(atMs)} (UTC+8) the rate is ${rate} %.**`,
  };
}

export function fees(settings: Settings): LegalText {
  const fee = serviceFee(settings.get('fuel_rate'));
  const next = announced(settings);
  const withdrawal = settings.get('withdraw_fee');
  return {
    zh: {
      title: '费用说明',
      content: `## 服务费
${fee.zh}
费率上调提前 7 天公示,只对之后启动的机器人生效。${next.zh}

## 模拟
在本地交易所上的交易和模拟机器人不收服务费。

## 交易手续费
每笔成交的手续费由交易所收取,与服务费无关。启动前的预览已按该交易对当前的费率扣除手续费。本地交易所按同样的方式从模拟资金中扣除手续费,使结果更接近实际。

## 提现
每笔提现收取 **${withdrawal} USDT**,从提现金额中扣除,提交前会显示实际到账。

## 没有的费用
注册、登录、绑定钱包或邮箱、充值和站内转账不收费;充值时链上的矿工费由您支付给网络。钱包登录只签名,不发送交易,不消耗矿工费。`,
    },
    en: {
      title: 'Fees',
      content: `## Service fee
${fee.en}
A higher rate is announced 7 days before and applies only to bots started afterwards.${next.en}

## Simulation
Trading on the local exchange and simulated bots cost no service fee.

## Trading fees
Each fill costs a fee that the exchange takes; it has nothing to do with the service fee. The preview before a start has already deducted it at the pair’s present rate. The local exchange takes its fee from simulated money in the same way, so that results come closer to real ones.

## Withdrawals
Each withdrawal costs **${withdrawal} USDT**, taken from its amount; what arrives is shown before you submit.

## What costs nothing
Registering, signing in, binding a wallet or e-mail address, deposits and transfers between people are free; the gas of a deposit is paid by you to the network. Signing in with a wallet only signs a text; it sends no transaction and uses no gas.`,
    },
  };
}
