import type { CallView } from '../core/call-view.ts';
import { maskNumbersIn } from '#core/privacy/name-mask.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import type { LiveCalls } from '../contract.ts';

/** How calls look to a person; numbers are hidden from those who may not know them. */
export const shownCalls = (views: readonly CallView[], hidden: boolean): LiveCalls => ({
  calls: hidden ? views.map(masked) : [...views],
});

function masked(view: CallView): CallView {
  const { direction, customerNumber, divertedFrom, transfer, failedTransfer, handed } = view;
  return {
    ...view,
    // A colleague's own number is no secret; whom a colleague is handed to may be a customer.
    customerNumber: direction === 'internal' ? customerNumber : maskPhone(customerNumber),
    divertedFrom: divertedFrom && maskPhone(divertedFrom),
    transfer: transfer && { ...transfer, ...maskedGoal(transfer) },
    failedTransfer: failedTransfer && { ...failedTransfer, ...maskedGoal(failedTransfer) },
    handed: handed && { ...handed, reason: maskNumbersIn(handed.reason) },
  };
}

const maskedGoal = ({ to, toUserId }: { to: string; toUserId: number | null }): { to: string } => ({
  to: toUserId === null ? maskPhone(to) : to,
});
