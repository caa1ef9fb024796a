/** The tenant has more than before: what stood still for want of money may go on. */
export const LEDGER_CREDITED = 'ledger.credited';

/** To pages of who may see money: look again. */
export const LEDGER_CHANGED = 'ledger.changed';
