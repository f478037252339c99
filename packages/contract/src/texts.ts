// Texts that belong to no error code: what a success says, and what only the client can say because no answer came.

interface Text {
  readonly zh: string;
  readonly en: string;
}

export const successTexts = {
  ok: { zh: '操作成功', en: 'Operation successful' },
  settings_saved: { zh: '设置已保存', en: 'Settings saved' },
  bot_created: { zh: '策略创建成功', en: 'Strategy created' },
  bot_created_stopped: {
    zh: '策略已创建,但没有启动,原因见提示',
    en: 'Strategy created, but not started: the warnings say why',
  },
  bot_updated: { zh: '策略更新成功', en: 'Strategy updated' },
  bot_deleted: { zh: '策略已删除', en: 'Strategy deleted' },
  bot_started: { zh: '策略已启动', en: 'Strategy started' },
  bot_halted: { zh: '已暂停,挂单已全部撤销', en: 'Paused, all orders cancelled' },
  bot_halted_waits: {
    zh: '已暂停;交易所应答后撤销其余挂单',
    en: 'Paused; the remaining orders are cancelled when the exchange answers',
  },
  bot_released: { zh: '已回到之前的暂停状态,平仓挂单恢复', en: 'Back to its pause of before; closing orders return' },
  bot_stopped: { zh: '策略已停止', en: 'Strategy stopped' },
  order_placed: { zh: '下单成功', en: 'Order placed' },
  order_cancelled: { zh: '订单已取消', en: 'Order cancelled' },
  withdraw_submitted: { zh: '提现申请已提交', en: 'Withdrawal submitted' },
  logged_in: { zh: '登录成功', en: 'Logged in' },
  logged_out: { zh: '已退出登录', en: 'Logged out' },
  registered: { zh: '注册成功', en: 'Registered' },
  api_bound: { zh: 'API绑定成功', en: 'API bound' },
  api_unbound: { zh: 'API已解绑', en: 'API unbound' },
  deposited: { zh: '充值成功', en: 'Deposit successful' },
  withdrawn: { zh: '提现成功', en: 'Withdrawal successful' },
  transferred: { zh: '转账成功', en: 'Transfer successful' },
} as const satisfies Record<string, Text>;

export type SuccessKey = keyof typeof successTexts;

export const clientTexts = {
  timeout: { zh: '请求超时,请稍后重试', en: 'Request timed out, please retry later' },
  offline: { zh: '网络连接失败,请检查网络', en: 'Network connection failed, please check network' },
  network_error: { zh: '网络错误,请稍后重试', en: 'Network error, please retry later' },
  failed: { zh: '操作失败,请稍后重试', en: 'Operation failed, please retry later' },
  http_401: { zh: '未授权访问', en: 'Unauthorized access' },
  http_403: { zh: '拒绝访问', en: 'Access denied' },
  http_404: { zh: '接口不存在', en: 'Interface does not exist' },
  http_500: { zh: '服务器内部错误', en: 'Internal server error' },
  http_502: { zh: '服务暂时不可用', en: 'Service temporarily unavailable' },
  http_503: { zh: '服务暂时不可用', en: 'Service temporarily unavailable' },
  http_other: { zh: '服务器错误', en: 'Server error' },
  no_update_package: { zh: '没有可用的更新包', en: 'No update package available' },
  restart_failed: {
    zh: '自动重启失败,请手动关闭并重新打开应用',
    en: 'Automatic restart failed, please close and reopen the app manually',
  },
} as const satisfies Record<string, Text>;

export type ClientTextKey = keyof typeof clientTexts;
