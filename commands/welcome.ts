// What `npm start` says when everything stands: the address, the demo login, and what to try, in both languages.
// Invariant: it is printed only after the server has answered its health page.
import type { Market } from './installation.ts';

export interface Welcome {
  readonly host: string;
  readonly port: number;
  readonly market: Market;
  readonly dataDir: string;
  readonly demoPassword: string | undefined;
  /** Of the demo user; what a wallet that is new here brings. */
  readonly inviteCode: string | undefined;
  /** Mails do not leave this machine; a page shows them. */
  readonly mailPage: boolean;
  /** The chain is of this machine: a page gives test coin away. */
  readonly faucet: boolean;
  readonly seconds: number;
  readonly dev: boolean;
}

export function welcome(about: Welcome): string {
  const shown = /^(127\.|0\.0\.0\.0$|::1$|localhost$)/.test(about.host) ? 'localhost' : about.host;
  const url = `http://${shown}:${about.port}`;
  const login = about.demoPassword
    ? [`  Demo login · 演示账号   demo  ${about.demoPassword}`]
    : ['  Register your first account there · 请先注册账号'];
  const invite = about.inviteCode
    ? [`  Invite · 邀请链接       ${url}/register/${about.inviteCode}  (a new wallet's code · 新钱包的邀请码)`]
    : [];
  const mails = about.mailPage
    ? [`  Mails · 本机邮件        ${url}/dev/mail  (codes by email arrive here · 邮箱验证码在此查看)`]
    : [];
  const faucet = about.faucet
    ? [`  Test coin · 测试币      ${url}/dev/faucet  (deposit and withdraw for real · 真实充值提现)`]
    : [];
  return [
    '',
    `  Cormorant · 鱼鹰   ${url}   (${about.dev ? 'development, ' : ''}ready in ${about.seconds.toFixed(1)} s)`,
    '',
    ...login,
    ...invite,
    ...mails,
    ...faucet,
    `  Market · 行情           ${about.market.identity} (simulated · 模拟)`,
    `  Data · 数据             ${about.dataDir}`,
    `  API · 接口文档          ${url}/api/docs`,
    '',
    '  Try:  log in, create a strategy, choose the spot grid, keep what is suggested, save and start it;',
    '        open the bot and watch its lines fill, pause it, then stop it and read its profit.',
    '  试试: 登录后点「创建策略」,选择现货网格,按建议的参数「保存并启动」;',
    '        打开机器人看网格逐格成交,暂停,再停止,核对盈利。',
    '',
    '  Ctrl-C stops everything; the next start continues. · 按 Ctrl-C 停止,下次启动继续。',
    '',
  ].join('\n');
}
