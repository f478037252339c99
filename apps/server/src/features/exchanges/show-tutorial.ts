// How a key set is made and bound: the three steps, the page of each exchange and what to tick there.
import type { indexApi } from '@cormorant/contract/calls/exchange-keys.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import { exchangeCards } from '@cormorant/contract/labels/exchanges.ts';
import type { Settings } from '../../ports/settings.ts';
import type { Handler } from '../handler.ts';
import { keyPageIn } from '../local-key-page.ts';
import { serverIps } from '../server-ips.ts';

interface Tutorial {
  readonly title: string;
  readonly content: string;
  readonly steps: readonly { readonly title: string; readonly text: string }[];
  readonly permissions: readonly string[];
}

const texts: Readonly<Record<Lang, Tutorial>> = {
  zh: {
    title: '绑定交易所API',
    content: `## 密钥能做什么
策略通过您在交易所创建的API密钥下单。资金始终留在您的交易所账户里:密钥不能提现,带提现权限的密钥会被拒绝。

## 权限
- **读取**:查看余额、订单和成交。
- **现货交易**:在现货市场下单和撤单。
- **合约交易**(可选):仅在您要运行合约策略时勾选。
- **提现**:不要勾选。

## 我们如何保存
密钥加密保存,主密钥不在数据库中;提交之后任何页面都不再显示,也不存于您的设备。每6小时自动检查一次,失效时通知您并暂停相关策略。

## IP白名单
请把服务器IP加入白名单。未绑定IP的密钥,谁拿到都能使用,部分交易所还会让它自动过期。`,
    steps: [
      { title: '到交易所创建密钥', text: '在交易所的API页面新建密钥,勾选读取和现货交易,不要勾选提现。' },
      { title: '粘贴密钥', text: '把 API Key 和 Secret Key 粘贴到这里;OKX 和 Bitget 还需要 Passphrase。' },
      { title: '把服务器IP加入白名单', text: '在交易所的密钥设置里填入列出的IP,然后提交验证。' },
    ],
    permissions: ['读取', '现货交易', '合约交易(可选)'],
  },
  en: {
    title: 'Bind an exchange API key',
    content: `## What a key can do
Bots place their orders with an API key that you make at your exchange. Your funds stay in your account there: the key cannot withdraw, and a key that can is refused.

## Permissions
- **Read**: balances, orders and trades.
- **Spot trading**: placing and cancelling orders on spot markets.
- **Futures trading** (optional): only if you want to run futures bots.
- **Withdrawals**: leave this off.

## How we keep it
Keys are stored encrypted and the master key is not in the database; once sent, no page shows them again and nothing stays on your device. Each key is checked every six hours; when it stops working you are told and the bots that use it pause.

## IP allow-list
Add the server IPs to the list of the key. Whoever has a key without a list can use it, and some exchanges let such keys expire.`,
    steps: [
      {
        title: 'Make a key at the exchange',
        text: 'On the API page of the exchange make a new key with reading and spot trading; leave withdrawals off.',
      },
      {
        title: 'Paste the key',
        text: 'Paste the API key and the secret key here; OKX and Bitget also need the passphrase.',
      },
      {
        title: 'Allow the server IPs',
        text: 'Enter the listed IPs in the settings of the key at the exchange, then have it checked.',
      },
    ],
    permissions: ['Read', 'Spot trading', 'Futures trading (optional)'],
  },
};

export interface ShowTutorialDeps {
  readonly settings: Settings;
  /** '' where the local exchange's page is not on the caller's machine. */
  readonly localKeyUrl: string;
}

export function showTutorial({ localKeyUrl, settings }: ShowTutorialDeps): Handler<typeof indexApi> {
  return async (_request, { lang }) => {
    const { content, permissions, steps, title } = texts[lang];
    return {
      title,
      content,
      steps: steps.map((step, index) => ({ n: index + 1, ...step })),
      tutorials: exchangeCards.map(({ code, name, tutorialUrl }) => ({
        exchange: code,
        title: name[lang],
        url: code === 'local' ? keyPageIn(localKeyUrl, lang) : tutorialUrl,
        permissions: [...permissions],
      })),
      ips: serverIps(settings),
    };
  };
}
