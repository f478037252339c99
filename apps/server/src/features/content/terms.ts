// The terms of service.
import type { LegalText } from './legal-text.ts';

const zh = `使用本服务即表示您同意以下条款、隐私政策和免责声明。如不同意,请不要使用。

## 1. 服务内容
本服务让您设置并运行自动交易机器人:在您自己的交易所账户上,或在随软件附带的本地交易所和模拟中。机器人只执行您设定的规则。

## 2. 资格
您须年满 18 周岁,并且所在地法律允许您交易数字资产。受限制国家或地区的用户不得使用。

## 3. 账户
每个账户由一人使用。请提供真实有效的登录信息,并保管好密码、支付密码、邮箱和钱包。安全信息变更后,提现与转出会暂停一段时间。使用您的凭据进行的操作视为您本人的操作。连续输错密码时,账户会暂时锁定。

## 4. 资金归属
交易所中的资金始终在您的交易所账户里,本服务不接触,也拒绝绑定带有提现权限的密钥。本地交易所与模拟中的资金不是真实资金,不能提现或兑换。

## 5. 费用
运行实盘策略可能按已实现净利润收取服务费,费率及变更会提前公示。当前费率以设置页面和启动确认中显示的为准。交易所收取的手续费由交易所决定。

## 6. 您的责任
您决定交易对、金额、参数、启动与停止,并承担结果。您不得操纵市场、利用漏洞、干扰他人、批量注册或绕过限制。

## 7. 维护与变更
我们可能因维护、安全或法律原因暂停部分或全部功能。维护期间机器人会暂停新开仓。条款有实质变化时会提升版本号并请您重新确认。

## 8. 停用
违反条款、危害安全或依法律要求时,我们可以停用账户。停用后,机器人停止交易;您在交易所的资金不受影响,您可以直接登录交易所处理。

## 9. 知识产权
软件、文字与标识归其权利人所有。您获得的是使用许可,不是所有权。

## 10. 责任
责任范围见免责声明。条款中某一条无效时,其余仍然有效。`;

const en = `By using the service you agree to these terms, the privacy policy and the disclaimer. If you do not agree, please do not use it.

## 1. The service
The service lets you set up and run automatic trading bots: on your own exchange accounts, or on the local exchange that ships with the software and in simulation. Bots only carry out the rules you set.

## 2. Who may use it
You are at least 18 years old and the law where you live lets you trade digital assets. People in restricted countries or regions may not use the service.

## 3. Your account
One person uses one account. Give sign-in data that are real and yours, and keep your passwords, mailbox and wallet safe. After a change of security data, withdrawals and transfers are held for a while. What is done with your credentials counts as done by you. Repeated wrong passwords lock the account for a while.

## 4. Whose money it is
Money at an exchange stays in your account there. The service does not touch it and refuses keys that can withdraw. Money on the local exchange and in simulation is not real and can be neither withdrawn nor exchanged.

## 5. Fees
Running live bots may cost a service fee on realised net profit. The rate and any change of it are announced in advance; the rate shown in the settings and in the confirmation of a start applies. Trading fees are set by the exchange.

## 6. Your part
You choose pair, amount, parameters, start and stop, and you bear the result. You may not manipulate markets, exploit faults, disturb others, register in bulk or get around limits.

## 7. Maintenance and changes
For maintenance, safety or legal reasons we may suspend some or all functions. During maintenance bots open nothing new. When the meaning of these terms changes their version grows and you are asked to agree again.

## 8. Ending
We may disable an account that breaks these terms or endangers others, or where the law demands it. Its bots then stop trading; your money at the exchange is untouched and you can act there directly.

## 9. Intellectual property
Software, texts and marks belong to their owners. You receive permission to use them, not ownership.

## 10. Liability
The disclaimer states the extent of liability. If one clause is void the others remain.`;

export const terms: LegalText = {
  zh: { title: '服务条款', content: zh },
  en: { title: 'Terms of service', content: en },
};
