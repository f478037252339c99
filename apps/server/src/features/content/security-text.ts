// How accounts and money are kept safe, and what is simulated. It says what the software does today.
import type { Settings } from '../../ports/settings.ts';
import type { LegalText } from './legal-text.ts';

const zh = (hours: number): string => `## 资金在哪里
- 您在交易所的资金始终留在您自己的交易所账户里,本服务不接触。
- 绑定的交易所密钥加密保存,从不显示或返回;带有提现权限的密钥会被拒绝。
- 充入平台的 USDT 由本服务的运营者保管,用于燃料、转账和提现。每一笔变动都记账,并持续与链上余额核对;较大的提现由人工审核。
- 本地交易所里的资金是模拟的,不是真实资产,不能提现或兑换。

## 密码
- 登录密码只保存 Argon2id 摘要。连续输错会锁定,锁定时间逐次加倍。
- 支付密码是另外六位数字:先与存放在数据库之外的密钥混合,再取 Argon2id 摘要。连续输错五次锁定两小时。
- 邮箱验证码 10 分钟内有效,只能用一次,最多输入五次,也只保存摘要。

## 登录与设备
- 登录令牌是随机数,只保存 SHA-256 摘要。同时最多五台设备,最早的一台会被退出。
- 在设置中可以看到每台已登录的设备,并随时让它退出。
- 钱包登录由您的钱包签名。签名内容由服务器生成,写明域名与用途,只能使用一次,五分钟内有效。签名不授权转账。

## 修改安全信息
- 修改密码、绑定钱包或更换邮箱时,需要您已有的另一种验证方式。设置不满 ${hours} 小时的方式不能用来证明身份。
- 修改后 ${hours} 小时内不可提现或转出,其他设备会退出,并通知您此前已验证的邮箱。

## 您可以做的
- 使用只在这里使用的密码,设置支付密码,验证一个邮箱。
- 只在您认识的地址登录。我们从不索要密码、验证码、助记词或私钥。

没有任何系统绝对安全。发现异常时,请修改密码并退出所有其他设备。`;

const en = (hours: number): string => `## Where the money is
- Money at an exchange always stays in your own account there; the service does not touch it.
- Exchange keys that you bind are stored encrypted and never shown or returned; keys that can withdraw are refused.
- USDT that you deposit to the platform is kept by whoever runs this service, for fuel, transfers and withdrawals. Every movement is booked, and the books are compared with the chain again and again; people look at larger withdrawals.
- Money on the local exchange is simulated. It is no real asset and can be neither withdrawn nor exchanged.

## Passwords
- Of the login password only an Argon2id digest is stored. Repeated wrong passwords lock the account, each time for twice as long.
- The payment password is six digits of its own: mixed with a key kept outside the database, then digested with Argon2id. Five wrong ones in a row lock it for two hours.
- Codes sent by e-mail hold for ten minutes, work once, allow five tries, and are stored as digests too.

## Signing in and devices
- Session tokens are random and only their SHA-256 digest is stored. At most five devices are signed in at a time; the oldest is signed out.
- The settings show each device that is signed in, and you can end it at any time.
- A wallet signs in by its signature. The server makes the text; it names the domain and its purpose, works once and holds for five minutes. The signature allows no transfer.

## Changing security data
- To change the password, bind a wallet or replace the e-mail address you need another factor that you already have. A factor that is less than ${hours} hours old proves nothing.
- For ${hours} hours after a change withdrawals and transfers are held, other devices are signed out, and the address you had verified before is told.

## What you can do
- Use a password that you use nowhere else, set a payment password, verify an e-mail address.
- Sign in only at an address you know. We never ask for passwords, codes, recovery phrases or private keys.

No system is perfectly safe. If something looks wrong, change your password and sign out all other devices.`;

export function security(settings: Settings): LegalText {
  const hours = settings.get('security_hold_hours');
  return {
    zh: { title: '安全说明', content: zh(hours) },
    en: { title: 'Security', content: en(hours) },
  };
}
