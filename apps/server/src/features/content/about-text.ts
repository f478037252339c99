// What the product is and how to reach those who run it.
import type { Settings } from '../../ports/settings.ts';
import type { LegalText } from './legal-text.ts';

const aboutZh = `鱼鹰(Cormorant)按您设定的规则自动交易数字资产。渔夫决定撒网的地方,鱼鹰只执行。

## 它做什么
- 您选择交易对、金额和参数,机器人按规则挂单、成交、再挂单,每一步都写进操作记录。
- 启动前会显示每格净利润、所需金额和最坏情况下的亏损,您确认后才开始。
- 服务中断后,机器人先与交易所核对委托与成交,再继续。

## 它不做什么
- 不预测价格,不保证盈利。任何策略在某种行情中都会亏损。
- 不代您保管交易所里的资金。

## 这个版本
网格、马丁、定投、自定义和套利机器人都可以运行,现货与合约皆可。随软件附带的本地交易所撮合真实,行情和资金是模拟的,不能提现或兑换。其他交易所由本服务的运营者开启;未开启的,相应页面会写明还不能交易。AI 策略、模拟市场和排行榜还在完善。`;

const aboutEn = `Cormorant (鱼鹰) trades digital assets by rules that you set. The fisher decides where to fish; the bird only carries it out.

## What it does
- You choose pair, amount and parameters. The bot places orders, waits for fills and places the next ones, and writes each step into its log.
- Before a start you see the net profit per grid, the money it needs and the loss in the worst case. Nothing begins before you confirm.
- After an interruption bots first compare orders and fills with the exchange, then go on.

## What it does not do
- It does not predict prices and does not ensure a profit. Every strategy loses money in some kind of market.
- It does not hold the money that you have at an exchange.

## This version
Grid, martingale, DCA, custom and arbitrage bots run, on spot and on futures. Orders at the local exchange that ships with the software are really matched; its market and money are simulated and can be neither withdrawn nor exchanged. Other exchanges are turned on by whoever runs this service; where one is not, its page says that bots do not trade there yet. AI bots, the market of simulated bots and the rank list are still being built.`;

export const about: LegalText = {
  zh: { title: '关于鱼鹰', content: aboutZh },
  en: { title: 'About Cormorant', content: aboutEn },
};

const noAddress = {
  zh: '本服务的运营者尚未公布联系邮箱。请向给您本服务地址的人询问;自行安装时,运营者就是您自己。',
  en: 'Whoever runs this service has not published a contact address yet. Please ask the person who gave you its address; if you installed it yourself, that is you.',
} as const;

/** The address is the operator's to give; none is made up. */
export function contact(settings: Settings): LegalText {
  const address = settings.get('contact_email').trim();
  const zh = address === '' ? noAddress.zh : `请发邮件至 **${address}**,并写明您的 UID 和出现问题的时间。`;
  const en =
    address === '' ? noAddress.en : `Write to **${address}** and give your UID and the time at which it happened.`;
  return {
    zh: {
      title: '联系我们',
      content: `${zh}\n\n## 请不要发送\n我们从不索要密码、支付密码、邮箱验证码、钱包助记词、私钥或交易所密钥。向您索要的人不是我们。`,
    },
    en: {
      title: 'Contact',
      content: `${en}\n\n## Please do not send\nWe never ask for a password, payment password, e-mail code, recovery phrase, private key or exchange key. Whoever asks for one is not us.`,
    },
  };
}
