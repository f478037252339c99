// The rows of the catalogue that speak of wallets, apart from the others because the web speaks most of them itself: what a
// wallet refuses never reaches the server.
// biome-ignore format: one row a line is what makes the table readable
export const walletRows = [
  { code: 1201, key: 'wallet_not_connected', zh: '钱包未连接', en: 'Wallet not connected', client: true },
  { code: 1202, key: 'wallet_connect_failed', zh: '钱包连接失败', en: 'Wallet connection failed', client: true },
  { code: 1203, key: 'wallet_sign_failed', zh: '签名验证失败', en: 'Signature verification failed' },
  { code: 1204, key: 'wallet_unsupported', zh: '不支持该钱包', en: 'Wallet not supported', client: true },
  { code: 1205, key: 'metamask_missing', zh: '未检测到MetaMask', en: 'MetaMask not installed', client: true },
  { code: 1206, key: 'nonce_failed', zh: '获取签名信息失败或已过期', en: 'Failed to get the signing message, or it has expired' },
  { code: 1207, key: 'network_unsupported', zh: '不支持的网络,请切换到BSC(56)', en: 'Network not supported, switch to BSC (56)' },
  { code: 1208, key: 'user_cancelled', zh: '用户已取消', en: 'Cancelled by user', client: true },
  { code: 1209, key: 'address_bound', zh: '该钱包已绑定其他账号', en: 'This wallet is bound to another account' },
  { code: 1210, key: 'address_exists', zh: '您已绑定钱包', en: 'You have already bound a wallet' },
] as const;
