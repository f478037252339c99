// The deeds of operators over a database, as both doors have them: the command line (commands/op) and a console.
import { createHelpStore } from '../adapters/postgres/content/help-store.ts';
import { createChainOutbox } from '../adapters/postgres/custody/chain-outbox.ts';
import { createColdStore } from '../adapters/postgres/custody/cold-sends.ts';
import { createWithdrawalStore } from '../adapters/postgres/custody/withdrawal-store.ts';
import { createOperatorStore } from '../adapters/postgres/operators/operator-store.ts';
import type { openPool } from '../adapters/postgres/pool.ts';
import { createHasher, productionCost } from '../adapters/system/argon2-hasher.ts';
import { systemRandom } from '../adapters/system/system-random.ts';
import { withdrawalBackNotice } from '../features/assets/custody-notices.ts';
import { changeServiceRate } from '../features/fees/change-service-rate.ts';
import { reverseCharge } from '../features/fees/reverse-charge.ts';
import { addOperator } from '../features/operators/add-operator.ts';
import { askAdjustment, decideAdjustment } from '../features/operators/adjust-account.ts';
import { askColdSend, askReversal, askSettlement } from '../features/operators/ask-request.ts';
import { authoriseOperator } from '../features/operators/authorise-operator.ts';
import { cancelColdSend } from '../features/operators/cancel-cold-send.ts';
import { changeSetting, switchMaintenance } from '../features/operators/change-setting.ts';
import { decideRequest } from '../features/operators/decide-request.ts';
import { disableOperator } from '../features/operators/disable-operator.ts';
import { editHelp, restoreHelp } from '../features/operators/edit-help.ts';
import { foundOperators } from '../features/operators/found-operators.ts';
import { allowWithdrawals, giveAlias, lockUser } from '../features/operators/handle-user.ts';
import { renewToken } from '../features/operators/renew-token.ts';
import { replaceStuck, reviewWithdrawal } from '../features/operators/review-withdrawal.ts';
import { setRootRate } from '../features/operators/set-root-rate.ts';
import { vouchForOperator } from '../features/operators/vouch-for-operator.ts';
import { rateNotice, reversalNotices } from '../features/team/fuel-notices.ts';
import { simulatedExchanges } from '../features/trading-exchanges.ts';
import type { Clock } from '../ports/clock.ts';
import type { Settings } from '../ports/settings.ts';
import { payOwed } from './pay-owed.ts';

type Pool = ReturnType<typeof openPool>;

/** What operators read and write in that database. */
export function openOperatorStore(pool: Pool) {
  return createOperatorStore(pool, { noticeOfReturn: (row) => withdrawalBackNotice(row, '') });
}

export function bindOperators({ clock, pool, settings }: { pool: Pool; settings: Settings; clock: Clock }) {
  const store = openOperatorStore(pool);
  const repayment = payOwed(settings);
  const carrying = {
    reverseCharge: reverseCharge({ repayment, notices: reversalNotices }),
    changeServiceRate: changeServiceRate({ free: [...simulatedExchanges], notice: rateNotice }),
  };
  const withdrawals = createWithdrawalStore(pool);
  const hashPassword = async (password: string) => (await createHasher(productionCost)).hash(password);
  return {
    store,
    authorise: authoriseOperator(store),
    found: foundOperators({ store, random: systemRandom, hashPassword }),
    add: addOperator(store, systemRandom),
    renewToken: renewToken(store, systemRandom),
    vouch: vouchForOperator(store),
    disable: disableOperator(store),
    lockUser: lockUser(store),
    giveAlias: giveAlias(store),
    allowWithdrawals: allowWithdrawals(store),
    setRootRate: setRootRate(store),
    askAdjustment: askAdjustment(store),
    decideAdjustment: decideAdjustment(store, repayment),
    changeSetting: changeSetting(store),
    switchMaintenance: switchMaintenance(store),
    help: createHelpStore(pool),
    editHelp: editHelp(store),
    restoreHelp: restoreHelp(store),
    askReversal: askReversal(store),
    askColdSend: askColdSend(store, createColdStore(pool)),
    askSettlement: askSettlement(store),
    decideRequest: decideRequest(store, carrying),
    cancelColdSend: cancelColdSend(store),
    reviewWithdrawal: reviewWithdrawal({ store, withdrawals, settings, clock, backNotice: withdrawalBackNotice }),
    replaceStuck: replaceStuck({ withdrawals, outbox: createChainOutbox(pool), clock }),
  };
}

export type Operators = ReturnType<typeof bindOperators>;
