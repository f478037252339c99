// Whether an order that trades in full at once or not at all would, in the open book as it stands.
import type { OpenBook } from '@cormorant/core/venue/open-book.ts';
import type { OrderForm, OrderRecord } from '../store/records.ts';
import type { Account } from './account.ts';

/** Whose orders end where this one meets them. */
export function unmet({ id }: Pick<Account, 'id'>, { prevention }: OrderForm): number | undefined {
  return prevention === 'maker' ? id : undefined;
}

/** All of it, and none of it from its own account, where that would end it. */
export function fillsWhole(
  book: OpenBook,
  account: Pick<Account, 'id'>,
  { lockTicks, qtyLots, side }: Pick<OrderRecord, 'side' | 'lockTicks' | 'qtyLots'>,
  form: OrderForm,
): boolean {
  const others = book.walk(side, { qtyLots }, lockTicks, form.prevention === undefined ? undefined : account.id);
  if (others.qtyLots < qtyLots) return false;
  if (form.prevention === undefined || form.prevention === 'maker') return true;
  return JSON.stringify(book.walk(side, { qtyLots }, lockTicks)) === JSON.stringify(others);
}
