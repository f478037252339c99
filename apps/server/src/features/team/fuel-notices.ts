// What an owner is told when the fuel runs low, when it is used up, before the service fee rises, and when a charge is taken
// back.
import type { FuelNotices, RateNotice, ReversalNotices } from '../../ports/fuel-store.ts';
import { dayOf } from '../days.ts';

export const fuelNotices: FuelNotices = {
  low: (fuel, threshold) => ({
    zh: {
      subject: '燃料不足提醒',
      text: `您的燃料还剩 ${fuel},低于您设置的提醒值 ${threshold}。燃料用完后,实盘策略会自动暂停(已有持仓的止盈止损继续执行)。请在“资产 → 燃料”充入。`,
    },
    en: {
      subject: 'Fuel threshold reached',
      text: `You have ${fuel} fuel left, less than the ${threshold} you want to be told at. When it is used up your live bots pause by themselves; take profit and stop loss of open positions go on. Add fuel under Assets → Fuel.`,
    },
  }),
  empty: {
    zh: {
      subject: '燃料已用完,实盘策略已暂停',
      text: '您的燃料已用完,全部实盘策略已暂停:不再开仓或补仓,已有持仓的止盈止损继续执行,其服务费计入欠费。充入燃料会先补缴欠费,之后请手动恢复策略。',
    },
    en: {
      subject: 'Fuel used up: live bots are paused',
      text: 'Your fuel is used up and all your live bots are paused: they open and add nothing more, take profit and stop loss of open positions go on, and what those cost is owed. Fuel that you add repays what is owed first; then resume your bots yourself.',
    },
  },
};

export const rateNotice: RateNotice = (from, to, atMs) => ({
  zh: {
    subject: '服务费率调整通知',
    text: `自 ${dayOf(atMs)}(UTC+8)起,服务费率由 ${from}% 调整为 ${to}%。只对之后启动的策略生效;正在运行的策略在下次启动前保持原费率。`,
  },
  en: {
    subject: 'The service fee will change',
    text: `From ${dayOf(atMs)} (UTC+8) the service fee is ${to} % instead of ${from} %. It applies to bots started from then on; a bot that is running keeps its rate until its next start.`,
  },
});

export const reversalNotices: ReversalNotices = {
  payer: ({ amount, chargedAtMs, fuel, owed }) => {
    const [isFuel, isOwed] = [fuel !== '0', owed !== '0'];
    const zh = [isFuel && `退回燃料 ${fuel}`, isOwed && `免除欠费 ${owed}`].filter(Boolean).join(',');
    const en = [isFuel && `${fuel} fuel came back`, isOwed && `${owed} is owed no more`].filter(Boolean).join(', ');
    return {
      zh: {
        subject: `服务费 ${amount} 已冲正`,
        text: `您 ${dayOf(chargedAtMs)}(UTC+8)的一笔服务费 ${amount} 已冲正:${zh}。由它产生的积分已收回。可在“资产 → 燃料”查看。`,
      },
      en: {
        subject: `Service fee of ${amount} taken back`,
        text: `A service fee of ${amount} from ${dayOf(chargedAtMs)} (UTC+8) was taken back: ${en}. The points it had brought were taken. See Assets → Fuel.`,
      },
    };
  },
  share: (chargedAtMs, amount) => ({
    zh: {
      subject: `分润 ${amount} USDT 已收回`,
      text: `一笔 ${dayOf(chargedAtMs)}(UTC+8)的服务费已冲正,您由它获得的分润 ${amount} USDT 已从可用余额收回。可在“资产 → 余额”查看。`,
    },
    en: {
      subject: `Profit share of ${amount} USDT taken back`,
      text: `A service fee from ${dayOf(chargedAtMs)} (UTC+8) was taken back, and with it your share of ${amount} USDT, from your available balance. See Assets → Balance.`,
    },
  }),
};
