// Addresses that are made to be taken for another one: people compare the ends. Invariant: pure; addresses are in lower case.

/** Digits at each end that make two addresses look the same. By chance two do in one of 16 million pairs. */
const READ_DIGITS = 3;
const PREFIX = '0x'.length;

/** Paid by a withdrawal, the user's wallet, where they pay in, given for a withdrawal, who paid them: the best known first. */
const SOURCES = ['paid', 'wallet', 'deposit', 'saved', 'sender'] as const;

/** How a user knows an address. */
export type AddressSource = (typeof SOURCES)[number];

export interface FamiliarAddress {
  readonly address: string;
  readonly source: AddressSource;
}

/** Another address with the same ends. */
export function looksLike(one: string, other: string): boolean {
  const head = PREFIX + READ_DIGITS;
  return (
    one !== other &&
    one.slice(0, head) === other.slice(0, head) &&
    one.slice(-READ_DIGITS) === other.slice(-READ_DIGITS)
  );
}

/** Anybody can send something, and what was only written down was never right. */
const WEAK: readonly AddressSource[] = ['saved', 'sender'];

/** What this address may be taken for, the best known first. Where it was paid before or is the user's own, weak sources do not speak against it. */
export function takenFor<One extends FamiliarAddress>(address: string, familiar: readonly One[]): One[] {
  const trusted = familiar.some((one) => one.address === address && !WEAK.includes(one.source));
  return familiar
    .filter((one) => looksLike(one.address, address) && !(trusted && WEAK.includes(one.source)))
    .sort((a, b) => SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source));
}
