import type { CallView } from '../core/call-view.ts';
import { maskNumbersIn } from '#core/privacy/name-mask.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import type { LiveCalls } from '../contract.ts';

/** How calls look to a person; numbers are hidden from those who may not know them. */
export const shownCalls = (views: readonly CallView[], hidden: boolean): LiveCalls => ({
  calls: hidden ? views.map(masked) : [...views],
});

function masked(view: CallView): CallView {
  const { direction, customerNumber, transfer, handed } = view;
  return {
    ...view,
    // A colleague's own number is no secret; whom a colleague is handed to may be a customer.
    customerNumber: direction === 'internal' ? customerNumber : maskPhone(customerNumber),
    transfer: transfer && { ...transfer, to: transfer.toUserId === null ? maskPhone(transfer.to) : transfer.to },
    handed: handed && { ...handed, reason: maskNumbersIn(handed.reason) },
  };
}
