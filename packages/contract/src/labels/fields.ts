// Names of request fields as a person reads them in a refusal or above an input; bot parameters have a help line too.
// A field without a name here is called by its key.
import type { Lang } from '../envelope.ts';

interface Label {
  readonly zh: string;
  readonly en: string;
}

interface BotFieldLabel extends Label {
  readonly help: Label;
}

/** Fields of the grid's table and the names that every category mirrors at the top level. */
export const botFieldLabels: Readonly<Record<string, BotFieldLabel>> = {
  symbol: {
    zh: '交易对',
    en: 'Pair',
    help: { zh: '在哪个交易对上运行。', en: 'The pair it trades.' },
  },
  name: {
    zh: '策略名称',
    en: 'Name',
    help: { zh: '1–32 个字,只有您自己看得到。', en: '1-32 characters, seen by you alone.' },
  },
  investment: {
    zh: '投资金额',
    en: 'Investment',
    help: {
      zh: '策略最多动用的金额;启动时从可用余额中预留。',
      en: 'The most it may use; reserved from your available balance at the start.',
    },
  },
  lower: {
    zh: '价格下限',
    en: 'Lower price',
    help: {
      zh: '最低一条线。跌破后不再买入,持仓随市价波动。',
      en: 'The lowest line. Below it nothing more is bought and what it holds moves with the market.',
    },
  },
  upper: {
    zh: '价格上限',
    en: 'Upper price',
    help: {
      zh: '最高一条线,至少比下限高 1%。升破后持仓已全部卖出。',
      en: 'The highest line, at least 1 % above the lower price. Above it everything has been sold.',
    },
  },
  grid_levels: {
    zh: '网格数',
    en: 'Grid levels',
    help: {
      zh: '区间分成多少格。N 格有 N+1 条线,同时挂 N 张单。',
      en: 'How many intervals the range has. N intervals make N + 1 lines and N resting orders.',
    },
  },
  grid_mode: {
    zh: '间距模式',
    en: 'Spacing',
    help: {
      zh: '等差:每格价差相同。等比:每格涨跌幅相同。',
      en: 'Arithmetic: the same price step everywhere. Geometric: the same percentage everywhere.',
    },
  },
  grid_spacing: {
    zh: '网格间距',
    en: 'Grid spacing',
    help: { zh: '由上下限和网格数算出。', en: 'Follows from the range and the number of levels.' },
  },
  trigger_price: {
    zh: '触发价',
    en: 'Trigger price',
    help: {
      zh: '到达此价才开始建仓;留空则立即开始。',
      en: 'It begins when the price gets here; leave empty to begin at once.',
    },
  },
  stop_loss: {
    zh: '止损价',
    en: 'Stop price',
    help: {
      zh: '须低于价格下限。到达后撤销全部挂单,按市价卖出持仓并停止;极端行情下成交价可能更差。',
      en: 'Below the lower price. There it cancels everything, sells at market and stops; in a fast market the fill may be worse.',
    },
  },
  take_profit: {
    zh: '止盈价',
    en: 'Take-profit price',
    help: {
      zh: '须高于价格上限。到达后撤销全部挂单,卖出持仓并停止。',
      en: 'Above the upper price. There it cancels everything, sells what it holds and stops.',
    },
  },
  trailing_up: {
    zh: '区间上移',
    en: 'Trailing up',
    help: {
      zh: '涨破上限时撤掉最低一条线,在上方加一条;上移后买价更高,回落时亏损也更大。',
      en: 'Above the range it drops the lowest line and adds one on top; it then buys higher and loses more on the way back.',
    },
  },
  trail_limit: {
    zh: '上移止于',
    en: 'Trailing limit',
    help: { zh: '上限不会移到此价之上。', en: 'The upper price never moves above this.' },
  },
  multiplier: {
    zh: '倍投倍数',
    en: 'Multiplier',
    help: { zh: '每次补仓金额是上一次的多少倍。', en: 'Each add is this many times the last.' },
  },
  max_positions: {
    zh: '做单数量',
    en: 'Max orders',
    help: { zh: '包括首单在内最多下几单。', en: 'Orders of the ladder, the first included.' },
  },
};

const requestFieldLabels: Readonly<Record<string, Label>> = {
  account: { zh: '账号', en: 'Account' },
  password: { zh: '密码', en: 'Password' },
  confirm: { zh: '确认密码', en: 'Confirm password' },
  referrer: { zh: '推荐码', en: 'Referral code' },
  terminal: { zh: '终端类型', en: 'Terminal' },
  agree: { zh: '协议同意', en: 'Agreement' },
  exchange: { zh: '交易所', en: 'Exchange' },
  market: { zh: '市场', en: 'Market' },
  symbols: { zh: '交易对列表', en: 'Pairs' },
  keyword: { zh: '关键词', en: 'Keyword' },
  timeframe: { zh: '周期', en: 'Timeframe' },
  history: { zh: '历史点数', en: 'History' },
  latest: { zh: '最新价开关', en: 'Latest' },
  limit: { zh: '条数', en: 'Limit' },
  end: { zh: '截止时间', en: 'End' },
  page: { zh: '页码', en: 'Page' },
  page_size: { zh: '每页条数', en: 'Page size' },
  id: { zh: '编号', en: 'Id' },
  type: { zh: '类型', en: 'Type' },
  type_id: { zh: '策略类型', en: 'Strategy type' },
  status: { zh: '状态', en: 'Status' },
  action: { zh: '操作', en: 'Action' },
  amount: { zh: '金额', en: 'Amount' },
  close_position: { zh: '平仓方式', en: 'Close position' },
  params: { zh: '策略参数', en: 'Parameters' },
  simulate: { zh: '模拟开关', en: 'Simulated' },
  start: { zh: '立即启动', en: 'Start' },
  public: { zh: '公开', en: 'Public' },
  version: { zh: '版本', en: 'Version' },
  source_id: { zh: '来源策略', en: 'Source' },
  risk_ack: { zh: '风险确认', en: 'Risk confirmation' },
  request_id: { zh: '请求编号', en: 'Request id' },
  field: { zh: '资料项', en: 'Field' },
  nickname: { zh: '昵称', en: 'Nickname' },
  avatar: { zh: '头像', en: 'Avatar' },
  mobile: { zh: '手机号', en: 'Mobile number' },
  email: { zh: '邮箱', en: 'Email address' },
  email_code: { zh: '邮箱', en: 'Email address' },
  referral: { zh: '推荐人', en: 'Referrer' },
  fuel_notice: { zh: '燃料提醒值', en: 'Fuel reminder' },
  rank_public: { zh: '参与排行', en: 'Shown in the ranking' },
  lang: { zh: '语言', en: 'Language' },
  proof: { zh: '身份验证', en: 'Proof of identity' },
  others: { zh: '其他设备', en: 'Other devices' },
  address: { zh: '钱包地址', en: 'Wallet address' },
  signature: { zh: '签名', en: 'Signature' },
  message: { zh: '签名内容', en: 'Signed text' },
  purpose: { zh: '用途', en: 'Purpose' },
  mode: { zh: '操作方式', en: 'Mode' },
  code: { zh: '验证码', en: 'Code' },
  old_code: { zh: '原邮箱验证码', en: 'Code sent to the old address' },
  old_password: { zh: '原密码', en: 'Current password' },
  payment: { zh: '支付密码', en: 'Payment password' },
  old_payment: { zh: '原支付密码', en: 'Current payment password' },
};

/** What a person calls the field; one inside another (`proof.password`) goes by its own name. */
export function fieldLabel(key: string, lang: Lang): string {
  const name = key.slice(key.lastIndexOf('.') + 1);
  const label = Object.hasOwn(botFieldLabels, name) ? botFieldLabels[name] : ownLabel(name);
  return label === undefined ? key : label[lang];
}

function ownLabel(key: string): Label | undefined {
  return Object.hasOwn(requestFieldLabels, key) ? requestFieldLabels[key] : undefined;
}

/** The help line under a bot's field; empty when there is none. */
export function fieldHelp(key: string, lang: Lang): string {
  return Object.hasOwn(botFieldLabels, key) ? (botFieldLabels[key]?.help[lang] ?? '') : '';
}
