// What the api and jobs roles may ask of the role that holds the vault: to bind a key set and to check one. No secret comes
// back through here.
import type { KeyRecord } from './key-store.ts';
import type { PlainKeys } from './key-vault.ts';

export interface KeysToBind {
  readonly userId: number;
  readonly exchange: string;
  readonly keys: PlainKeys;
  readonly label: string;
  /** The owner binds although the exchange does not tell whether the key can withdraw. */
  readonly unknownAccepted: boolean;
}

/** Codes of the catalogue. `missing` is the right that 2009 asks for; `unsure` that 2007 may as well be a wrong key. */
export type KeyAnswer =
  | { readonly outcome: 'done'; readonly key: KeyRecord }
  | {
      readonly outcome: 'refused';
      readonly code: number;
      readonly part?: 'api_key' | 'secret_key' | 'passphrase';
      readonly missing?: 'read' | 'spot';
      readonly unsure?: boolean;
      readonly asksToAccept?: boolean;
    };

export interface KeyDesk {
  bind(wish: KeysToBind): Promise<KeyAnswer>;
  /** Tries a kept key set now and writes down how it went; 2002 where there is none. */
  check(id: number): Promise<KeyAnswer>;
}
