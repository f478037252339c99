// What the role that holds the vault is made of: the master keys, and the way out to exchanges.

import { createKeyProbe } from '../adapters/exchanges/check-keys.ts';
import type { ExchangeBudgets } from '../adapters/exchanges/exchange-budgets.ts';
import { createVault } from '../adapters/system/vault/envelope.ts';
import { readMasterKeys } from '../adapters/system/vault/master-keys.ts';
import type { Config } from '../config.ts';
import type { KeyProbe } from '../ports/key-probe.ts';
import type { KeyVault } from '../ports/key-vault.ts';
import { hostsOf } from './key-exchanges.ts';

/** Null where no file of master keys is named: then no key is bound or checked here. */
export function openVault({ vaultKeyFile }: Config): KeyVault | null {
  return vaultKeyFile === null ? null : createVault(readMasterKeys(vaultKeyFile));
}

export function openProbe(config: Config, budgets: ExchangeBudgets): KeyProbe {
  return createKeyProbe({ hosts: hostsOf(config), budgets });
}
