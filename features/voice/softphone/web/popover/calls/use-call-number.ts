import { useQueryClient } from '@tanstack/react-query';
import { usePhoneDesk } from '../../desk/phone-desk.ts';
import type { CalledNumber } from './called.ts';

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
