// What can go wrong at a wallet, as codes of the catalogue. A wallet answers in words of its own, which are not shown: the
// number of EIP-1193 decides which of our sentences is.
import { walletRows } from '@cormorant/contract/wallet-rows.ts';
import { useTheme } from '../stores/theme.ts';

export type WalletCode = (typeof walletRows)[number]['code'];
/** Where on the way it happened: asking for the account, switching the network, signing. */
export type WalletStep = 'connect' | 'chain' | 'sign';

export function walletText(code: WalletCode): string {
  const row = walletRows.find((candidate) => candidate.code === code);
  return row?.[useTheme.getState().language] ?? '';
}

export class WalletError extends Error {
  readonly code: WalletCode;
  readonly step: WalletStep;

  constructor(code: WalletCode, step: WalletStep) {
    super(walletText(code));
    this.name = 'WalletError';
    this.code = code;
    this.step = step;
  }
}

/** The number a provider gave its refusal; some wallets wrap the true one. */
export function providerCode(error: unknown): number | null {
  if (typeof error !== 'object' || error === null) return null;
  const { code, data } = error as { code?: unknown; data?: { originalError?: { code?: unknown } } };
  const inner = data?.originalError?.code;
  if (typeof inner === 'number') return inner;
  return typeof code === 'number' ? code : null;
}

const meanings: Readonly<Record<number, WalletCode>> = {
  4001: 1208,
  4100: 1201,
  4200: 1204,
  4900: 1201,
  4901: 1207,
  [-32601]: 1204,
};

/** What a refusal at this step means; `otherwise` where its number says nothing. */
export function walletError(error: unknown, step: WalletStep, otherwise: WalletCode): WalletError {
  if (error instanceof WalletError) return error;
  return new WalletError(meanings[providerCode(error) ?? 0] ?? otherwise, step);
}
