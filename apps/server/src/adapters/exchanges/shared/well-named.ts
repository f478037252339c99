// Of the markets that an exchange lists, those whose names can be said here. One that cannot is left out, and costs the others of
// its list nothing: a symbol is read apart again in addresses, channels and rows.
import { marketName } from '@cormorant/core/market/coin-name.ts';

export function wellNamed<Row extends { readonly symbol: string }>(rows: readonly Row[]): Row[] {
  return rows.filter(({ symbol }) => marketName.test(symbol));
}
