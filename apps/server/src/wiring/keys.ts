// What the role that holds the vault is made of: the master keys, and the way out to exchanges.
import { exchangeHosts } from '../adapters/exchanges/exchange-hosts.ts';
import { createKeyProbe } from '../adapters/exchanges/probe-keys.ts';
import { createVault } from '../adapters/system/vault/envelope.ts';
import { readMasterKeys } from '../adapters/system/vault/master-keys.ts';
import type { Config } from '../config.ts';
import type { KeyProbe } from '../ports/key-probe.ts';
import type { KeyVault } from '../ports/key-vault.ts';

/** Null where no file of master keys is named: then no key is bound or checked here. */
export function openVault({ vaultKeyFile }: Config): KeyVault | null {
  return vaultKeyFile === null ? null : createVault(readMasterKeys(vaultKeyFile));
}

/** The local exchange is asked where it runs. */
export function openProbe({ exchangeUrls, venueUrl }: Config): KeyProbe {
  return createKeyProbe({ hosts: exchangeHosts(new Map([['local', venueUrl], ...exchangeUrls])) });
}
