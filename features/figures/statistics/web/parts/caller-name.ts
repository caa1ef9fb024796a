import { spokenNumber } from '#core/phone/spoken-number.ts';
import type { LostCaller } from '../../contract.ts';

/** Who a lost caller is: by name, else by number. */
export const callerName = ({ customerName, displayNumber }: LostCaller): string =>
  customerName || spokenNumber(displayNumber);
