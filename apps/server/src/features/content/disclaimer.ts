// The disclaimer: what the service is not.
import type { LegalText } from './legal-text.ts';

const zh = `## 1. 不是投资建议
本服务提供执行交易规则的工具。页面、说明、预览、排行、模拟结果和 AI 产生的参数都不是投资、法律或税务建议,也不是买卖任何资产的邀约。

## 2. 不保证结果
我们不承诺任何收益,也不承诺减少亏损。预览中的每格净利润、最低投资额和最坏情况都按您填写的参数和当时的手续费率计算,实际结果会不同。

## 3. 数据
行情来自您所连接的交易所或随软件附带的本地交易所,可能延迟、中断或有误。标有“模拟”的价格由程序生成或重放,不是真实市场的价格。

## 4. 第三方
交易所、钱包、网络和区块链由他人运营。它们的规则、故障、限制、冻结或倒闭不由我们控制,我们不对其行为负责。

## 5. 您保管的东西
您应当保管好密码、邮箱、钱包和交易所密钥。请只绑定没有提现权限的密钥。因泄露造成的损失,我们无法追回。

## 6. 服务中断
维护、升级、攻击和不可抗力都可能使服务暂停。恢复后,机器人会先与交易所核对再继续;核对期间错过的行情不会补做。

## 7. 责任范围
在法律允许的范围内,我们不对因使用或无法使用本服务而产生的交易损失、利润损失或间接损失负责。法律规定不能排除的责任不受此条影响。`;

const en = `## 1. Not advice
The service gives you tools that carry out trading rules. Pages, explanations, previews, rankings, simulated results and parameters made by the AI are not investment, legal or tax advice, nor an offer to buy or sell anything.

## 2. No promised result
We promise no profit and no smaller loss. The net profit per grid, the minimum investment and the worst case of a preview follow from the parameters you typed and the fees at that time; real results will differ.

## 3. Data
Prices come from the exchange you connected or from the local exchange that ships with this software. They may be late, interrupted or wrong. Prices marked as simulated are generated or replayed and are not those of a real market.

## 4. Third parties
Exchanges, wallets, networks and blockchains are run by others. Their rules, faults, limits, freezes or failures are outside our control and we do not answer for them.

## 5. What you keep safe
Keep your password, mailbox, wallet and exchange keys safe. Bind only keys that cannot withdraw. We cannot bring back what is lost because a secret leaked.

## 6. Interruptions
Maintenance, upgrades, attacks and force majeure may interrupt the service. Afterwards bots first compare their books with the exchange and then go on; moves of the market missed meanwhile are not made up for.

## 7. Extent of liability
As far as the law allows we are not liable for trading losses, lost profit or indirect damage from using the service or from being unable to use it. Liability that the law does not let us exclude remains untouched.`;

export const disclaimer: LegalText = {
  zh: { title: '免责声明', content: zh },
  en: { title: 'Disclaimer', content: en },
};
