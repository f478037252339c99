// The risk disclosure, and its short form for the home screen.
import type { LegalText } from './legal-text.ts';

export const riskTip = {
  zh: '数字资产与合约交易风险极高,可能损失全部投入。机器人只执行您设定的规则,不保证盈利;模拟与历史结果不代表未来。',
  en: 'Digital-asset and futures trading is very risky and you may lose everything you put in. Bots only follow your rules and do not guarantee profit; simulated and past results do not predict the future.',
} as const;

const zh = `${riskTip.zh}

## 1. 市场风险
数字资产价格可能在几分钟内大幅涨跌,市场昼夜不停,也可能在您休息时出现极端行情。任何策略在某种行情中都会亏损。

## 2. 策略风险
- **网格**:价格跌破区间后不再买入,但已持有的币仍随市价下跌;价格升破区间后持仓已卖出,不再随涨。
- **马丁与补仓**:在单边下跌中,投入会成倍增加,可能损失全部投入。
- **定投**:分批买入不能消除亏损,只是改变买入的时间。
- **套利**:一条腿成交而另一条腿未成交时会留下敞口;资金费率可能反转。
- **自定义与 AI**:规则或参数由历史数据得出,行情变化后可能失效。

## 3. 杠杆风险
合约交易使用杠杆,亏损同样被放大。达到强平价时,交易所会强制平仓,保证金可能全部损失。

## 4. 成交风险
止损是触发后的市价卖出,不是价格保证。行情剧烈或深度不足时,成交价可能明显差于您设定的价格。挂单可能部分成交、延迟成交或不成交。

## 5. 技术与第三方风险
网络、交易所、本软件或您的设备都可能出现故障。交易所可能限制频率、暂停交易、下架币种或冻结账户。故障期间机器人可能无法撤单或平仓,您应当能够自行登录交易所处理。

## 6. 模拟与回测
模拟和回测使用简化的成交规则,与真实市场有差异。历史结果和模拟结果都不预示未来。随软件附带的本地交易所,其价格由程序生成或由历史数据重放,仅供练习,不能提现。

## 7. 您的决定
请只投入损失后不影响生活的资金,先用模拟了解策略,再决定是否使用真实资金。开始、参数和停止都由您决定,结果由您承担。`;

const en = `${riskTip.en}

## 1. Market risk
Prices of digital assets can move far within minutes. Markets never close, and extreme moves may come while you sleep. Every strategy loses money in some kind of market.

## 2. Strategy risk
- **Grid**: below its range it stops buying, yet what it already holds keeps falling with the market; above its range everything has been sold and it no longer takes part in the rise.
- **Martingale and adding to positions**: in a one-way fall the amounts grow with each step and you may lose everything you put in.
- **DCA**: buying in parts does not remove losses, it only changes when you buy.
- **Arbitrage**: when one leg fills and the other does not, you are left with an open exposure; funding rates may reverse.
- **Custom and AI**: rules and parameters come from past data and may stop working when the market changes.

## 3. Leverage
Futures use leverage, and losses are multiplied as well. At the liquidation price the exchange closes the position by force and the whole margin may be lost.

## 4. Execution
A stop is a market sale once its price is touched. It is not a promise of a price: in a fast or thin market the fill may be clearly worse than the price you set. Orders may fill partly, late or never.

## 5. Technology and third parties
Networks, exchanges, this software and your device can all fail. An exchange may limit requests, suspend trading, delist a coin or freeze an account. During a failure a bot may be unable to cancel or close; you should be able to sign in at your exchange and act yourself.

## 6. Simulation and backtests
Simulations and backtests use simplified rules of execution and differ from real markets. Neither past nor simulated results foretell the future. The local exchange that ships with this software makes its prices up or replays old data; it is for practice and nothing can be withdrawn from it.

## 7. Your decision
Only use money whose loss would not affect your life. Learn a strategy in simulation first. Starting, choosing parameters and stopping are your decisions, and so are their results.`;

export const risk: LegalText = {
  zh: { title: '风险揭示', content: zh },
  en: { title: 'Risk disclosure', content: en },
};
