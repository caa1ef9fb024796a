import { useQueryClient } from '@tanstack/react-query';
import { usePhoneDesk } from '../../desk/phone-desk.ts';

/** A number to call: whole, with its country's code; or the word that stands for one the reader may not see. */
export interface CalledNumber {
  number: string;
  /** Empty unless the number is hidden. */
  word: string;
  country: string;
  /** Shown in the call until the server tells who it is. */
  name: string;
}

/** Calls a number, on the line and with the number chosen in the dialer; null for people without a phone. */
export function useCallNumber(): ((who: CalledNumber) => void) | null {
  const desk = usePhoneDesk();
  const client = useQueryClient();
  if (!desk) return null;
  return (who) =>
    void import('./call-back.ts')
      .then(({ numberOrder }) => numberOrder(who, desk, client))
      .then((order) => desk.press({ type: 'dialPressed', order }));
}
