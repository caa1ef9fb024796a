import { useQueryClient } from '@tanstack/react-query';
import { usePhoneDesk } from '../../desk/phone-desk.ts';
import type { CalledBack } from './called.ts';

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
