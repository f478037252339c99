// Every call of the API in one list: routes, OpenAPI, the authorisation matrix and the fuzz tests walk it, so a call that
// is not here does not exist.
import type { Call } from './call.ts';
import { userAccount, userAccountLogs, userChange, userChangeInfo } from './calls/account.ts';
import { botBatch, botBatchStatus, botPanic } from './calls/batch.ts';
import { userBillDetail, userBillGroup, userBillLogs, userExport } from './calls/bills.ts';
import {
  botActions,
  botCount,
  botCreate,
  botDetailCall,
  botDrift,
  botInfoCall,
  botList,
  botOperation,
  botPlan,
  botPositions,
  botUpdate,
} from './calls/bots.ts';
import { userDeposit, userDepositAddress, userDepositInfo, userWithdraw, userWithdrawInfo } from './calls/custody.ts';
import {
  exchangesBind,
  exchangesUnbind,
  indexApi,
  userApi,
  userApiBind,
  userApiRemove,
} from './calls/exchange-keys.ts';
import { helpDetail, helpLists } from './calls/help.ts';
import { botHook, hookSignal } from './calls/hooks.ts';
import {
  loginAccount,
  loginExists,
  loginLogout,
  loginNonce,
  loginRegister,
  loginReset,
  loginVerify,
} from './calls/identity.ts';
import { indexAbout, indexBanners, indexPrivacy, indexStatus, indexTips } from './calls/index-pages.ts';
import { marketBotTypes, marketCandles, marketExchanges, marketPrice, marketSymbols } from './calls/market.ts';
import { positionAdds, userPositions } from './calls/positions.ts';
import { userSessionRevoke, userSessions, userSetInfo } from './calls/profile.ts';
import { userBind, userChangePassword, userChangePayment } from './calls/security.ts';
import {
  userFuelCharge,
  userRateHistory,
  userReferrals,
  userTeam,
  userTeamRate,
  userTeamSummary,
} from './calls/team.ts';
import { authProfile, userAsset, userBill, userIndex } from './calls/user.ts';

export const allCalls = {
  loginAccount,
  loginExists,
  loginNonce,
  loginVerify,
  loginRegister,
  loginReset,
  loginLogout,
  authProfile,
  userIndex,
  userReferrals,
  userTeamSummary,
  userTeam,
  userTeamRate,
  userRateHistory,
  userFuelCharge,
  userSetInfo,
  userBind,
  userChangePassword,
  userChangePayment,
  userSessions,
  userSessionRevoke,
  userApi,
  userApiBind,
  userApiRemove,
  exchangesBind,
  exchangesUnbind,
  userAsset,
  userAccount,
  userAccountLogs,
  userChangeInfo,
  userChange,
  userDepositInfo,
  userDepositAddress,
  userDeposit,
  userWithdrawInfo,
  userWithdraw,
  userBill,
  userBillLogs,
  userBillGroup,
  userBillDetail,
  userExport,
  userPositions,
  positionAdds,
  marketExchanges,
  marketBotTypes,
  marketSymbols,
  marketPrice,
  marketCandles,
  botCreate,
  botUpdate,
  botPlan,
  botInfo: botInfoCall,
  botDetail: botDetailCall,
  botList,
  botCount,
  botOperation,
  botActions,
  botPositions,
  botBatch,
  botBatchStatus,
  botPanic,
  botDrift,
  botHook,
  hookSignal,
  indexBanners,
  indexPrivacy,
  indexTips,
  indexAbout,
  indexApi,
  indexStatus,
  helpLists,
  helpDetail,
} as const;

export type CallName = keyof typeof allCalls;

/** The same, in order, for those who walk them without caring which is which. */
export const callList: readonly Call[] = Object.values(allCalls);
