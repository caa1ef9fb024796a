import { useQueryClient } from '@tanstack/react-query';
import type { CallRecord } from '#features/voice/call-records/contract.ts';
import { usePhoneDesk } from '../../desk/phone-desk.ts';

/** What of a record calling back needs. */
export type CalledBack = Pick<CallRecord, 'callId' | 'number' | 'displayNumber' | 'country' | 'customerName'>;

/** Calls the customer of a record, on the line and with the number chosen in the dialer. How comes when it is first done. */
export function useCallBack(): (record: CalledBack) => void {
  const desk = usePhoneDesk();
  const client = useQueryClient();
  return (record) => {
    if (desk)
      void import('./call-back.ts')
        .then(({ callBackOrder }) => callBackOrder(record, desk, client))
        .then((order) => desk.press({ type: 'dialPressed', order }));
  };
}
