// The privacy policy. It says what this software really stores; a change of what is stored changes it too.
import type { LegalText } from './legal-text.ts';

const zh = `本政策说明本服务保存哪些信息、为什么保存、保存多久,以及您可以做什么。

## 1. 我们保存的信息
- **账户**:账号、昵称、UID、语言、头像编号、推荐人、注册与登录时间;您自愿填写的邮箱、手机号和绑定的钱包地址。
- **凭据**:登录密码与支付密码只保存 Argon2id 摘要,登录令牌与邮箱验证码也只保存摘要;我们无法还原它们。
- **会话**:登录设备的 IP 地址、浏览器标识、终端类型和最近使用时间。用钱包登录时,还有待签名的内容和当时的 IP 地址。
- **邮件**:待发送给您的验证码与安全通知;发送成功后,邮件正文即被删除。
- **交易**:您创建的策略、参数、委托、成交、持仓、操作日志和收益。
- **交易所账户**:您在各交易所的账户标识。交易所密钥加密保存,只有执行交易的部分能够解密,从不显示或返回。

我们不要求姓名、证件、通讯录、位置,也不使用第三方统计或广告。

## 2. 用途
信息只用于:提供登录与交易功能、保护账户安全、核对委托与成交、计算收益与费用、排查故障、履行法律义务。

## 3. 谁能看到
其他用户只能看到打了码的昵称与 UID,看不到您的余额、地址和持仓。更换推荐人时,新旧推荐人会收到带有您打码昵称的通知。向交易所下单时,交易所会收到委托本身;邮件服务商会收到寄给您的邮件;核对合约钱包的签名时,区块链节点会收到钱包地址与签名。除法律要求外,我们不向任何人提供您的信息,也不出售信息。

## 4. 保存在您设备上的内容
登录令牌、主题、语言、邀请码和列表缓存保存在浏览器本地。会话失效时,除主题与引导状态外都会清除。本服务不使用 Cookie。

## 5. 保存多久
会话记录在失效后保留 90 天。登录失败的计数不含账号名称,仅以摘要保存。交易记录在账户存续期间保留,以便您核对。日志不含密码、令牌和密钥。

## 6. 您的权利
您可以查看和修改资料,查看已登录的设备并让它们退出,令牌随即失效。余额清零且策略停止后,您可以要求删除账户;法律要求保留的记录除外。

## 7. 变更
内容有实质变化时会提升版本号,并在您下次登录时请您重新确认。`;

const en = `This policy says what the service stores, why, for how long, and what you can do about it.

## 1. What we store
- **Account**: account name, nickname, UID, language, number of your avatar, referrer, times of registration and sign-in; and, if you give them, e-mail address, mobile number and wallet address.
- **Credentials**: of your login and payment passwords only Argon2id digests, of session tokens and e-mail codes only digests too. We cannot turn them back.
- **Sessions**: IP address, browser identification, kind of terminal and time of last use of the devices you sign in with. When a wallet signs in, also the text to sign and the IP address.
- **Mail**: codes and security notices waiting to be sent to you; the body is erased once it has been sent.
- **Trading**: your strategies and their parameters, orders, fills, positions, the log of actions and the profit.
- **Exchange accounts**: what identifies your accounts at exchanges. Exchange keys are stored encrypted; only the part that trades can open them, and they are never shown or returned.

We do not ask for names, documents, contacts or locations, and we use no third-party analytics or advertising.

## 2. What for
Only to let you sign in and trade, to protect your account, to compare orders and fills with the exchange, to compute profit and fees, to find faults, and to meet legal duties.

## 3. Who sees it
Other users see a masked nickname and UID, never your balance, address or positions. When you change your referrer, the old and the new one are told with your masked nickname. An exchange receives the orders sent to it, a mail provider the mails sent to you, and a blockchain node the address and signature of a contract wallet that is checked. Except where the law demands it we hand your information to nobody, and we do not sell it.

## 4. What is kept on your device
The session token, theme, language, an invite code and cached lists stay in your browser. When a session ends, all but the theme and the introduction's state is erased. The service sets no cookies.

## 5. For how long
Records of sessions are kept for 90 days after they end. Counters of failed sign-ins hold a digest instead of the account name. Trading records are kept as long as the account exists, so that you can check them. Logs contain no passwords, tokens or keys.

## 6. Your rights
You can see and change your profile, see the devices that are signed in and sign them out, which ends their tokens at once. When balances are zero and bots are stopped you can ask for your account to be deleted, except for records the law makes us keep.

## 7. Changes
When the meaning changes the version grows and you are asked again at your next sign-in.`;

export const privacy: LegalText = {
  zh: { title: '隐私政策', content: zh },
  en: { title: 'Privacy policy', content: en },
};
